import { parseAmount } from '../format/parse-amount.js'
import { Field } from '../parts/field.js'
import { Segments } from '../parts/segments.js'
import { useConsoleTexts } from '../texts.js'
import type { Receipt, RefundKind } from './draft.js'
import { LineChoice } from './line-choice.js'
import { OtherWays } from './other-ways.js'
import { PayerNotices } from './payer-notices.js'
import { ReasonFields } from './reason-fields.js'
import { RefundSummary } from './refund-summary.js'
import { UnsentRefunds } from './unsent-refunds.js'
import type { RefundState } from './use-refund.js'

/** The form of a refund: its lines, the amount for the buyer, and the reason. */
export function RefundForm({ refund, receipt }: { refund: RefundState; receipt: Receipt }) {
  const texts = useConsoleTexts().refund
  const { draft, change, lines, creditUsd, money, sending } = refund
  const isRecorded = draft.refundId !== null
  const kinds: RefundKind[] = [
    'lines',
    'amount',
    'everything',
    ...(creditUsd > 0 ? (['credit'] as const) : []),
  ]
  const isWrong = draft.amount.trim() !== '' && parseAmount(draft.amount) === null
  return (
    <fieldset class="refund-form" disabled={sending.phase.kind === 'busy'}>
      <legend class="visually-hidden">{texts.kinds}</legend>
      <UnsentRefunds refund={refund} />
      {!isRecorded && (
        <>
          <Segments
            label={texts.kinds}
            options={kinds.map((value) => ({ value, label: texts[value] }))}
            value={draft.kind}
            onChange={(kind) => change({ kind, amount: '', payers: [] })}
          />
          {receipt.currency !== 'USD' && <p class="soft">{texts.inDollars(receipt.currency)}</p>}
          {draft.kind === 'lines' && (
            <LineChoice
              lines={lines}
              quantities={draft.quantities}
              money={money}
              onChange={(quantities) => change({ quantities })}
            />
          )}
          {(draft.kind === 'amount' || draft.kind === 'credit') && (
            <Field
              label={texts.amountField}
              inputMode="decimal"
              autoComplete="off"
              value={draft.amount}
              unit="USD"
              hint={draft.kind === 'credit' ? texts.creditHint : texts.amountHint}
              problem={isWrong ? texts.amountProblem : null}
              onInput={({ currentTarget }) => change({ amount: currentTarget.value })}
            />
          )}
        </>
      )}
      <RefundSummary refund={refund} receipt={receipt} />
      <PayerNotices refund={refund} />
      {!isRecorded && <ReasonFields refund={refund} />}
      {!isRecorded && refund.maySend && <OtherWays refund={refund} />}
    </fieldset>
  )
}
