import { Hash } from '../../ui/hash.js'
import { useConsoleTexts } from '../texts.js'
import type { RefundState } from './use-refund.js'

/** Refunds that a register recorded: their money waits for a signature. */
export function UnsentRefunds({ refund }: { refund: RefundState }) {
  const texts = useConsoleTexts().refund.unsent
  const { unsent, draft, change, money, maySend } = refund
  const chosen = unsent.find(({ refundId }) => refundId === draft.refundId)
  if (chosen) {
    return (
      <div class="refund-unsent">
        <p>{texts.chosen(money(chosen.usd))}</p>
        {chosen.reason && <p class="soft">{chosen.reason}</p>}
        <button
          type="button"
          class="link-button"
          onClick={() => change({ refundId: null, payers: [] })}
        >
          {texts.back}
        </button>
      </div>
    )
  }
  if (unsent.length === 0) return null
  return (
    <section class="refund-unsent" aria-label={texts.title}>
      <h3>{texts.title}</h3>
      <p class="soft">{texts.text}</p>
      <ul>
        {unsent.map(({ refundId, usd, buyer, reason }) => (
          <li key={refundId}>
            <span>
              <b class="money">{money(usd)}</b> {texts.to} <Hash value={buyer ?? ''} />
              {reason && <span class="soft"> {reason}</span>}
            </span>
            {maySend && (
              <button
                type="button"
                class="button"
                onClick={() => change({ refundId, payers: [], buyer: '' })}
              >
                {texts.choose(money(usd))}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
