import { Link, useLocation, useSearch } from 'wouter-preact'
import { reserveTexts as texts } from '../../core/texts/en-console-reserve.js'
import type { ResultOf } from '../api/api-types.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { Rows } from '../panels/rows.js'
import { useLoad } from '../panels/use-load.js'
import { Notice } from '../parts/notice.js'
import { Select } from '../parts/select.js'
import { AmountOf } from './balances-panel.js'

type Recommendation = ResultOf<'get', '/api/reserve/recommend'>['recommendations'][number]
type Basis = Recommendation['basis']

const windows = ['7', '30', '90', '365'] as const

/** The target of each currency, the reason for it, and every amount that was weighed. */
export function RecommendationsPanel() {
  const [path, navigate] = useLocation()
  const search = new URLSearchParams(useSearch())
  const days = windows.find((value) => value === search.get('window')) ?? '30'
  const query = useLoad('/api/reserve/recommend', { query: { windowDays: Number(days) } })
  const choose = (value: string) => {
    search.set('window', value)
    navigate(`${path}?${search}`, { replace: true })
  }
  return (
    <Panel
      title={texts.recommendations}
      note={texts.recommendationsNote}
      actions={
        <div class="inline-field">
          <Select
            label={texts.window}
            value={days}
            options={windows.map((value) => ({ value, label: texts.windows[value] }))}
            onChange={choose}
          />
        </div>
      }
    >
      <Loaded
        query={query}
        empty={({ recommendations }) =>
          recommendations.length === 0 ? (
            <Notice title={texts.noRecommendations} text={texts.noRecommendationsText} />
          ) : null
        }
      >
        {({ recommendations }) => (
          <Rows
            label={texts.recommendations}
            rows={recommendations}
            keyOf={({ currency }) => currency}
            columns={[
              { id: 'currency', label: texts.currency, cell: ({ currency }) => <b>{currency}</b> },
              {
                id: 'target',
                label: texts.target,
                isEnd: true,
                cell: ({ targetAmount }) => (
                  <b>
                    <AmountOf value={targetAmount} />
                  </b>
                ),
              },
              { id: 'basis', label: texts.because, cell: (row) => <Reason {...row} /> },
            ]}
          />
        )}
      </Loaded>
    </Panel>
  )
}

const sources: Readonly<Record<Basis, { name: keyof typeof texts.sources; href: string } | null>> =
  {
    avg_daily_volume: { name: 'sales', href: '/reports' },
    refund_rate: { name: 'refunds', href: '/reports/refunds' },
    subscription_forecast: { name: 'subscriptions', href: '/subscriptions' },
    tax_liability: { name: 'tax', href: '/reports/tax' },
    default: null,
  }

/** The largest part in words, with the list that it follows from, and all parts. */
function Reason({ basis, parts }: Recommendation) {
  const source = sources[basis]
  return (
    <div class="reserve-reason">
      <b>{texts.bases[basis]}</b>
      <span>
        {texts.reasons[basis]}{' '}
        {source && <Link href={source.href}>{texts.sources[source.name]}</Link>}
      </span>
      {parts.length > 0 && (
        <dl class="reserve-parts">
          {parts.map((part) => {
            const name = texts.bases[part.basis]
            return (
              <div key={`${part.basis} ${part.component}`}>
                <dt>{part.component ? texts.component(name, part.component) : name}</dt>
                <dd>
                  <AmountOf value={part.target} />
                </dd>
              </div>
            )
          })}
        </dl>
      )}
    </div>
  )
}
