import type { PortalReceipt } from '@tallystick/sdk'
import { useTexts } from '../../ui/language.js'
import { deriveStage } from '../state/derive-stage.js'
import type { PortalView } from '../view.js'

/** Lets the buyer download or print the receipt, which is an invoice until it is paid. One that cannot be paid has no invoice. */
export function ReceiptLinks({ view, receipt }: { view: PortalView; receipt: PortalReceipt }) {
  const { summary } = useTexts()
  const stage = deriveStage(receipt)
  if (stage === 'expired' || stage === 'sold_out') return null
  const isReceipt = ['paid', 'refund_requested', 'refunded'].includes(stage)
  const id = encodeURIComponent(view.receipt.receiptId)
  return (
    <p class="actions receipt-links">
      <a
        class="quiet-button"
        href={`/api/portal/${id}/receipt.pdf${view.query}`}
        target="_blank"
        rel="noopener"
      >
        {isReceipt ? summary.pdf : summary.invoicePdf}
      </a>
      <button type="button" class="quiet-button needs-script" onClick={() => window.print()}>
        {summary.print}
      </button>
    </p>
  )
}
