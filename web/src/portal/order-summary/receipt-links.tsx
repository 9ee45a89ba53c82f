import type { PortalView } from '../view.js'

/** Lets the buyer download or print the receipt. */
export function ReceiptLinks({ view }: { view: PortalView }) {
  const id = encodeURIComponent(view.receipt.receiptId)
  return (
    <p class="actions receipt-links">
      <a
        class="quiet-button"
        href={`/api/portal/${id}/receipt.pdf${view.query}`}
        target="_blank"
        rel="noopener"
      >
        Receipt as PDF
      </a>
      <button type="button" class="quiet-button needs-script" onClick={() => window.print()}>
        Print
      </button>
    </p>
  )
}
