import { Link } from 'wouter-preact'
import { operatorTexts } from '../../core/texts/en-console-operator.js'
import type { ResultOf } from '../api/api-types.js'
import { useFormats } from '../format/use-formats.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { useLoad } from '../panels/use-load.js'
import { Pill } from '../parts/pill.js'

const texts = operatorTexts.state

type Alert = ResultOf<'get', '/api/admin/alerts'>['alerts'][number]

const transactions = { href: '/operator/transactions', label: texts.openTransactions }
const jobs = { href: '/operator/jobs', label: texts.openJobs }
const queues = { href: '/operator/queues', label: texts.openQueues }

/** Where an operator can act on an alert, for those that have such a place. */
const places: Readonly<Partial<Record<Alert['name'], { href: string; label: string }>>> = {
  transaction_stuck: { ...transactions, href: '/operator/transactions?state=stuck' },
  signer_unfunded: transactions,
  fees_above_limit: transactions,
  gas_budget_low: transactions,
  gas_budget_spent: transactions,
  payouts_overdue: transactions,
  charges_delayed: transactions,
  cancellations_delayed: transactions,
  job_failing: jobs,
  job_overdue: jobs,
  events_unpublished: queues,
  event_publishing_blocked: queues,
  event_undeliverable: queues,
  journal_failing: queues,
  journal_quarantined: queues,
}

/** The alerts that fire, each with the place to act on it, and the checks. */
export function AlertsPanel() {
  const query = useLoad('/api/admin/alerts', {}, { refreshMs: 5_000 })
  return (
    <Panel title={texts.alerts} note={texts.alertsNote}>
      <Loaded query={query}>
        {({ alerts, checks }) => (
          <div class="stack">
            {alerts.length === 0 && <Pill tone="good" word={texts.noAlerts} />}
            {alerts.map((alert) => (
              <AlertBox key={`${alert.name} ${alert.key}`} alert={alert} />
            ))}
            <ul class="check-list" aria-label={texts.checks}>
              {checks.map(({ name, ok }) => (
                <li key={name}>
                  <Pill tone={ok ? 'good' : 'bad'} word={`${name}: ${ok ? texts.ok : texts.bad}`} />
                </li>
              ))}
            </ul>
          </div>
        )}
      </Loaded>
    </Panel>
  )
}

function AlertBox({ alert: { name, key, message, since } }: { alert: Alert }) {
  const formats = useFormats()
  const place = places[name]
  return (
    <div class="problem-box">
      <b>
        {name} {key}
      </b>
      <span>
        {message}, {texts.since(formats.dateTime(since))}
      </span>
      {place && <Link href={place.href}>{place.label}</Link>}
    </div>
  )
}
