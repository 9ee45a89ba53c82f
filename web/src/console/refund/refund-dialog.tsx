import { Dialog } from '../parts/dialog.js'
import { SkeletonText } from '../parts/skeleton.js'
import { Failed, Refused } from '../parts/states.js'
import { useConsoleTexts } from '../texts.js'
import { RefundFoot } from './refund-foot.js'
import { RefundForm } from './refund-form.js'
import { RefundResult } from './refund-result.js'
import { useRefund } from './use-refund.js'
import './refund.css'

type RefundDialogProps = { receiptId: string; onDone(): void }

/**
 * Refunds a receipt: chooses what, shows what the buyer gets, signs it with the wallet and watches
 * it confirmed.
 */
export function RefundDialog({ receiptId, onDone }: RefundDialogProps) {
  const texts = useConsoleTexts().refund
  const refund = useRefund(receiptId)
  const { query, receipt, mayPlan, sending } = refund
  const isBusy = sending.phase.kind === 'busy'
  const isForm = isBusy || sending.phase.kind === 'idle'
  return (
    <Dialog
      title={texts.title(receipt?.transactionId || shortId(receiptId))}
      // A request in the wallet cannot be taken back, so its dialog stays.
      onClose={() => !isBusy && onDone()}
      footer={receipt && mayPlan && <RefundFoot refund={refund} onClose={onDone} />}
    >
      <div class="refund" aria-busy={isBusy}>
        {!mayPlan && <Refused right="refunds:plan" roles={['owner', 'admin', 'support']} />}
        {query.isError && !receipt && (
          <Failed error={query.error} onRetry={() => void query.refetch()} />
        )}
        {mayPlan && query.isPending && <SkeletonText lines={6} />}
        {receipt && isForm && <RefundForm refund={refund} receipt={receipt} />}
        {receipt && !isForm && <RefundResult refund={refund} receipt={receipt} />}
      </div>
    </Dialog>
  )
}

function shortId(id: string): string {
  return id.length > 14 ? `${id.slice(0, 5)}…${id.slice(-5)}` : id
}
