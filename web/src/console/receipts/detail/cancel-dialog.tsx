import { receiptDetailTexts } from '../../../core/texts/en-console-receipt-detail.js'
import { Dialog } from '../../parts/dialog.js'
import { Problem } from '../../parts/problem.js'
import type { Receipt } from '../receipt.js'
import { useSetStatus } from './use-set-status.js'

/** Ends a receipt that was not paid. */
export function CancelDialog({ receipt, onClose }: { receipt: Receipt; onClose(): void }) {
  const { cancelDialog: texts } = receiptDetailTexts
  const cancel = useSetStatus(receipt.receiptId, { message: texts.done, onDone: onClose })
  return (
    <Dialog
      title={texts.title}
      onClose={onClose}
      footer={
        <>
          <button type="button" class="button" onClick={onClose}>
            {texts.keep}
          </button>
          <button
            type="button"
            class="button danger"
            disabled={cancel.isPending}
            onClick={() =>
              cancel.mutate({ status: 'failed', failureCode: 'PORTAL_SESSION_CANCELLED' })
            }
          >
            {texts.confirm}
          </button>
        </>
      }
    >
      <p>{texts.text}</p>
      {cancel.isError && <Problem error={cancel.error} />}
    </Dialog>
  )
}
