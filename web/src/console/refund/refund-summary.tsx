import { Hash } from '../../ui/hash.js'
import { TokenIcon } from '../../ui/token-icon.js'
import { Icon } from '../parts/icon.js'
import { NotchedRule } from '../parts/notched-rule.js'
import { ProblemText } from '../parts/problem.js'
import { useConsoleTexts } from '../texts.js'
import type { Receipt, RefundPlan } from './draft.js'
import { amountOf, type RefundState } from './use-refund.js'

type SummaryProps = { refund: RefundState; receipt: Receipt }

/** The amounts that the buyer receives, and their sources, as the service has planned them. */
export function RefundSummary({ refund, receipt }: SummaryProps) {
  const texts = useConsoleTexts().refund
  const { plan, error, draft, isCurrent, money, body } = refund
  if (error) {
    return (
      <p class="refund-problem" role="alert">
        <Icon name="bad" />
        <span>
          <ProblemText error={error} />
        </span>
      </p>
    )
  }
  if (!plan) {
    if (body) return <p class="soft">{texts.loading}</p>
    return <p class="soft">{draft.kind === 'lines' ? texts.choose : texts.enterAmount}</p>
  }
  const cents = (amount: number) => Math.round(amount * 100)
  const items = (cents(plan.usd) - cents(plan.tax) - cents(plan.fee)) / 100
  const isNew = draft.refundId === null
  const before = cents(receipt.totalUsd) - cents(receipt.refundedUsd ?? 0)
  const remainingUsd = (before - (isNew ? cents(plan.usd) : 0)) / 100
  const name = receipt.billingAddress?.firstName || texts.theBuyer
  return (
    <div class={`refund-summary${isCurrent ? '' : ' outdated'}`} aria-live="polite">
      <dl class="refund-sums">
        {draft.kind !== 'credit' && plan.tax + plan.fee > 0 && (
          <>
            <Sum label={texts.sum.items} amount={money(items)} />
            {plan.tax > 0 && <Sum label={texts.sum.tax} amount={money(plan.tax)} />}
            {plan.fee > 0 && <Sum label={texts.sum.fee} amount={money(plan.fee)} />}
          </>
        )}
      </dl>
      <NotchedRule />
      <p class="refund-total">
        <b>{texts.gets(name)}</b>
        <b class="money">{money(plan.usd)}</b>
      </p>
      {draft.kind !== 'credit' && (
        <p class="refund-left soft">
          <span>{texts.staysPaid}</span>
          <span class="money">{money(remainingUsd)}</span>
        </p>
      )}
      <Route refund={refund} plan={plan} />
    </div>
  )
}

function Sum({ label, amount }: { label: string; amount: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd class="money">{amount}</dd>
    </div>
  )
}

function Route({ refund, plan }: { refund: RefundState; plan: RefundPlan }) {
  const texts = useConsoleTexts().refund
  const { account, needsOneWallet } = refund
  if (needsOneWallet) return null
  return (
    <>
      {plan.transfers.map((transfer) => (
        <dl key={`${transfer.to} ${transfer.token}`} class="refund-route">
          <dt>{texts.sends}</dt>
          <dd>
            {transfer.symbol && <TokenIcon symbol={transfer.symbol} />}
            <b class="money">{amountOf(transfer)}</b> {texts.onNetwork(plan.network.name)}
          </dd>
          <dt>{texts.to}</dt>
          <dd>
            <Hash value={transfer.to} />
            <span class={transfer.paid ? 'soft' : 'warn-text'}>
              {transfer.paid ? texts.paidThis : texts.paidNothing}
            </span>
          </dd>
          <dt>{texts.from}</dt>
          <dd>
            {account ? (
              <>
                {texts.yourWallet} <Hash value={account} />
              </>
            ) : (
              texts.anyAccount
            )}
          </dd>
        </dl>
      ))}
      {plan.note && <p class="refund-note">{plan.note}</p>}
    </>
  )
}
