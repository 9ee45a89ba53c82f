import { planTexts as texts } from '../../core/texts/en-console-plan.js'
import type { ResultOf } from '../api/api-types.js'
import { useFormats } from '../format/use-formats.js'
import { Loaded } from '../panels/loaded.js'
import { Page, Panel } from '../panels/page.js'
import { useLoad } from '../panels/use-load.js'
import { Notice } from '../parts/notice.js'
import { Pill } from '../parts/pill.js'
import { useConsoleTexts } from '../texts.js'
import { type Limits, LimitsTable, Use } from './limits-table.js'
import './plan.css'

const refreshMs = 15_000
const daySeconds = 86_400

/** The plan and the limits of the shop: how much is used, and what the operator has set. */
export function Screen() {
  const { screens } = useConsoleTexts()
  const limits = useLoad('/api/billing/limits', {}, { refreshMs })
  const balance = useLoad('/api/billing/balance')
  return (
    <Page title={screens.plan} docs="billing">
      <Loaded query={limits}>
        {(data) => (
          <>
            {data.suspension && <Suspended suspension={data.suspension} />}
            <Panel title={texts.plan}>
              <Loaded query={balance} lines={2}>
                {(found) => <PlanFacts balance={found} limits={data} />}
              </Loaded>
              {data.plans.map((plan) => (
                <PlanUse key={plan.subscriptionId} plan={plan} />
              ))}
            </Panel>
            <LimitsTable limits={data.limits} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Suspended({ suspension }: { suspension: NonNullable<Limits['suspension']> }) {
  const { dateTime } = useFormats()
  const { at, reason } = suspension
  return (
    <div class="card">
      <Notice
        title={texts.suspended}
        text={texts.suspendedText(dateTime(at), reason)}
        icon="stop"
        isProblem
      >
        <p>{texts.suspendedRule}</p>
      </Notice>
    </div>
  )
}

type PlanFactsProps = { balance: ResultOf<'get', '/api/billing/balance'>; limits: Limits }

function PlanFacts({ balance, limits }: PlanFactsProps) {
  const { money, day, count } = useFormats()
  const { plan, expiresAt, remainingSeconds, grantedSeconds, usedSeconds } = balance
  if (!plan) return <p class="soft">{texts.unread}</p>
  const end =
    expiresAt === null
      ? texts.noEnd
      : remainingSeconds > 0
        ? texts.until(day(expiresAt))
        : texts.ended(day(expiresAt))
  return (
    <div class="plan-facts">
      <p class="plan-name">
        <b>{texts.plans[plan.key]}</b>{' '}
        <span class="soft">
          {plan.priceUsd === 0 ? texts.free : texts.price(money(plan.priceUsd, 'USD'))}
        </span>
      </p>
      <p>
        {end}
        {remainingSeconds > 0 &&
          `. ${texts.remaining(count(Math.floor(remainingSeconds / daySeconds)))}`}
      </p>
      {grantedSeconds > 0 && (
        <span class="use-bar" aria-hidden="true">
          <span style={{ width: `${(usedSeconds / grantedSeconds) * 100}%` }} />
        </span>
      )}
      <p class="soft">
        {limits.isOwn ? texts.own : limits.isEstablished ? texts.established : texts.notEstablished}{' '}
        {!limits.isOwn && (
          <a href="/docs/billing.md" target="_blank" rel="noreferrer">
            {texts.buy}
          </a>
        )}
      </p>
    </div>
  )
}

function PlanUse({ plan: { plan, calls, receipts } }: { plan: Limits['plans'][number] }) {
  const rows = [
    { name: texts.calls, use: calls },
    { name: texts.receipts, use: receipts },
  ]
  return (
    <dl class="plan-use" aria-label={texts.plans[plan]}>
      {rows.map(({ name, use }) => (
        <div key={name}>
          <dt>
            {texts.plans[plan]}: {name} {use.isSet && <Pill tone="warn" word={texts.set} />}
          </dt>
          <dd>
            <Use use={use} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
