import { useFormats } from '../../format/use-formats.js'
import { useConsoleTexts } from '../../texts.js'
import { shortWallet } from '../describe.js'
import { useQueryAddress } from '../use-address.js'
import type { Forecast, Plan } from '../use-subscriptions.js'
import { FixRow } from './fix-row.js'

type FailingCharge = Forecast['days'][number]['failing'][number]
type RiskCardProps = { failing: readonly FailingCharge[]; plans: readonly Plan[] }

const shown = 10

/** Charges of the next days that would fail with the present balances of the wallets. */
export function RiskCard({ failing, plans }: RiskCardProps) {
  const { subscriptions: texts } = useConsoleTexts()
  const { money, dateTime } = useFormats()
  const { addressWith } = useQueryAddress()
  const nameOf = (planId: string) => plans.find((plan) => plan.planId === planId)?.name ?? planId
  return (
    <section class="card" aria-labelledby="risk-title">
      <header class="card-head">
        <h2 id="risk-title">{texts.overview.riskTitle}</h2>
      </header>
      <p class="card-note soft">{texts.overview.riskNote}</p>
      <ul class="fix-list">
        {failing.slice(0, shown).map(({ subscriptionId, at, ...charge }) => (
          <FixRow
            key={`${subscriptionId} ${at}`}
            href={addressWith({ open: subscriptionId })}
            name={shortWallet(charge.customerWallet)}
            detail={nameOf(charge.planId)}
            reason={texts.reasons[charge.reason]}
            when={dateTime(at)}
            amount={money(charge.amountUsd, 'USD')}
          />
        ))}
      </ul>
    </section>
  )
}
