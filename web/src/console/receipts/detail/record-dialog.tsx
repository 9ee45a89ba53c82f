import { useId } from 'preact/hooks'
import { receiptDetailTexts } from '../../../core/texts/en-console-receipt-detail.js'
import { useFormats } from '../../format/use-formats.js'
import { Dialog } from '../../parts/dialog.js'
import { Problem } from '../../parts/problem.js'
import { useConsoleTexts } from '../../texts.js'
import { type Receipt, totalOf } from '../receipt.js'
import { useSetStatus } from './use-set-status.js'

/** As long as a note may be, with the way of the payment before it. */
const maxNoteLength = 400

/** Records money that came in without the chain: cash, or a bank transfer. */
export function RecordDialog({ receipt, onClose }: { receipt: Receipt; onClose(): void }) {
  const { recordDialog: texts } = receiptDetailTexts
  const { filters } = useConsoleTexts().receipts
  const format = useFormats()
  const formId = useId()
  const record = useSetStatus(receipt.receiptId, { message: texts.done, onDone: onClose })
  const { amount, currency } = totalOf(receipt)
  const total = format.money(amount, currency)
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget as HTMLFormElement)
    const way = fields.get('way') === 'bank' ? texts.bank : texts.cash
    const note = String(fields.get('note') ?? '').trim()
    record.mutate({ status: 'paid', note: note ? `${way}: ${note}` : way })
  }
  return (
    <Dialog
      title={texts.title}
      onClose={onClose}
      footer={
        <>
          <button type="button" class="button" onClick={onClose}>
            {filters.cancel}
          </button>
          <button type="submit" class="button main" form={formId} disabled={record.isPending}>
            {texts.confirm(total)}
          </button>
        </>
      }
    >
      <form id={formId} class="filter-form" onSubmit={send}>
        <p>{texts.text(total)}</p>
        <fieldset class="choices">
          <legend>{texts.how}</legend>
          {(['cash', 'bank'] as const).map((way) => (
            <label key={way} class="check">
              <input type="radio" name="way" value={way} defaultChecked={way === 'cash'} />
              {texts[way]}
            </label>
          ))}
        </fieldset>
        <div class="field">
          <label for={`${formId}-note`}>{texts.note}</label>
          <input
            id={`${formId}-note`}
            name="note"
            maxLength={maxNoteLength}
            autoComplete="off"
            aria-describedby={`${formId}-hint`}
          />
          <span id={`${formId}-hint`} class="field-hint">
            {texts.noteHint}
          </span>
        </div>
        {record.isError && <Problem error={record.error} />}
      </form>
    </Dialog>
  )
}
