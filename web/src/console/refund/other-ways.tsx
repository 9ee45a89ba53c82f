import { useState } from 'preact/hooks'
import { isHash } from '../../core/wallet/hex.js'
import { Field } from '../parts/field.js'
import { useConsoleTexts } from '../texts.js'
import { toRecordBody } from './draft.js'
import { amountOf, type RefundState } from './use-refund.js'

/** Records money that was returned in cash, or by another wallet than those of this browser. */
export function OtherWays({ refund }: { refund: RefundState }) {
  const texts = useConsoleTexts().refund.elsewhere
  const { plan, isCurrent, draft, money, sending, receiptId, transfer } = refund
  const [hash, setHash] = useState('')
  const isWrong = hash !== '' && !isHash(hash)
  const hasSingleTransfer = plan?.transfers.length === 1 && plan.unverifiedPayers.length === 0
  if (!plan) return null
  const recordHash = () => {
    if (!transfer) return
    const body = toRecordBody({ receiptId, draft, plan, transfer, isLast: true })
    const { to } = transfer
    void sending.recordHash({ body, txHash: hash, amount: amountOf(transfer), to })
  }
  return (
    <details class="refund-other">
      <summary>{texts.title}</summary>
      <div class="stack">
        <p class="soft">{texts.text}</p>
        <button
          type="button"
          class="button"
          disabled={!isCurrent}
          onClick={() =>
            void sending.recordElsewhere({ draft, usd: plan.usd, amount: money(plan.usd) })
          }
        >
          {texts.record(money(plan.usd))}
        </button>
        {hasSingleTransfer && (
          <>
            <Field
              label={texts.hash}
              hint={texts.hashText}
              problem={isWrong ? texts.hashProblem : null}
              value={hash}
              autoComplete="off"
              spellcheck={false}
              onInput={({ currentTarget }) => setHash(currentTarget.value.trim())}
            />
            <button
              type="button"
              class="button"
              disabled={!isCurrent || !isHash(hash)}
              onClick={recordHash}
            >
              {texts.recordHash}
            </button>
          </>
        )}
      </div>
    </details>
  )
}
