import type { PortalReceipt } from '@tallystick/sdk'
import { Icon } from '../../ui/icon.js'
import { useTexts } from '../../ui/language.js'
import { deriveStage, type Stage } from '../state/derive-stage.js'
import type { PortalView } from '../view.js'

const unpayableStages: readonly Stage[] = ['expired', 'sold_out', 'closed']

/**
 * Lets the buyer download or print the receipt, which is an invoice until it is paid. A
 * receipt that cannot be paid has no invoice.
 */
export function ReceiptLinks({ view, receipt }: { view: PortalView; receipt: PortalReceipt }) {
  const { summary } = useTexts()
  const stage = deriveStage(receipt)
  if (unpayableStages.includes(stage)) return null
  const isReceipt = ['paid', 'refund_requested', 'refunded'].includes(stage)
  const id = encodeURIComponent(view.receipt.receiptId)
  return (
    <p class="receipt-links">
      <a
        class="quiet-button"
        href={`/api/portal/${id}/receipt.pdf${view.query}`}
        target="_blank"
        rel="noopener"
      >
        <Icon name="download" />
        {isReceipt ? summary.pdf : summary.invoicePdf}
      </a>
      <button type="button" class="quiet-button needs-script" onClick={() => window.print()}>
        <Icon name="print" />
        {summary.print}
      </button>
    </p>
  )
}
