import { reportTexts } from '../../core/texts/en-pos-reports.js'
import { SlipEdge } from '../../ui/slip-edge.js'
import { format, formatSpan } from '../format.js'
import { PosIcon } from '../icons.js'
import { listSums, nameOfAsset } from '../print/slips.js'
import { type NamedCashier, nameOf } from '../session/use-cashiers.js'
import type { DayClose, DayReport, OpenDay } from './read-day.js'

const texts = reportTexts.day
const sumCurrency = 'USD'
const usd = (amount: number) => format.money(amount, sumCurrency)

type Props = {
  day: OpenDay | DayClose
  cashiers: readonly NamedCashier[] | null
  onShowSales(): void
}

/** Shows the sums of a day. */
export function DayReportView({ day, cashiers, onShowSales }: Props) {
  const close = 'closedAt' in day ? day : null
  const from = format.time(day.openedAt, 'local')
  return (
    <div class="day-grid">
      <section class="slip torn" aria-label={texts.received}>
        <p class="soft">{texts.received}</p>
        <p class="amount">
          {usd(day.received)} <small>{sumCurrency}</small>
        </p>
        <button type="button" class="link-button" onClick={onShowSales}>
          {texts.sales(day.sales)}
        </button>
        <p class="soft">
          {close ? texts.span(...formatSpan(day.openedAt, close.closedAt)) : texts.since(from)}
        </p>
        <dl class="lines">
          {listSums(day).map(({ kind, label, amount }) => (
            <div key={label} class={kind === 'row' ? '' : kind}>
              <dt>{label}</dt>
              <dd class="money">{usd(amount)}</dd>
            </div>
          ))}
        </dl>
        <p class="soft small">
          {close
            ? texts.closedBy(
                nameOf(cashiers, { id: close.closedBy, other: texts.staff }),
                format.time(close.closedAt, 'local'),
              )
            : texts.dollars}
        </p>
        <SlipEdge />
      </section>
      <div class="cards">
        <Assets report={day} />
        {day.cash.map((cash) => (
          <Drawer key={cash.currency} cash={cash} isOnly={day.cash.length === 1} />
        ))}
        <Cashiers report={day} />
      </div>
    </div>
  )
}

function Assets({ report }: { report: DayReport }) {
  const shown = report.assets.filter((asset) => asset.usd > 0)
  const sum = shown.reduce((total, asset) => total + asset.usd, 0)
  if (sum <= 0) return null
  const share = (amount: number) => format.percent(Math.round((amount / sum) * 1_000) / 1_000)
  const described = shown.map((asset) => `${nameOfAsset(asset.symbol)} ${share(asset.usd)}`)
  return (
    <section class="card">
      <h3>{texts.howPaid}</h3>
      <div class="split" role="img" aria-label={texts.shares(format.list(described))}>
        {shown.map((asset, index) => (
          <i key={asset.symbol} class={`tone-${index % 5}`} style={{ flexGrow: asset.usd / sum }} />
        ))}
      </div>
      <dl class="lines">
        {shown.map((asset, index) => (
          <div key={asset.symbol}>
            <dt>
              <i class={`dot tone-${index % 5}`} />
              {nameOfAsset(asset.symbol)}
            </dt>
            <dd class="soft money">{share(asset.usd)}</dd>
            <dd class="money wide-money">{usd(asset.usd)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Drawer({ cash, isOnly }: { cash: DayReport['cash'][number]; isOnly: boolean }) {
  const { currency, openingFloat, sales, refunds, expected, counted, difference } = cash
  const money = (amount: number) => format.money(amount, currency)
  const rows = [
    [texts.float, openingFloat],
    [texts.cashSales, sales],
    [texts.cashRefunds, -refunds],
  ] as const
  return (
    <section class="card">
      <h3>{isOnly && currency === 'USD' ? texts.drawer : texts.drawerOf(currency)}</h3>
      <dl class="lines">
        {rows
          .filter(([, amount]) => amount !== 0)
          .map(([label, amount]) => (
            <div key={label} class="soft">
              <dt>{label}</dt>
              <dd class="money">{money(amount)}</dd>
            </div>
          ))}
        <div>
          <dt>{texts.expected}</dt>
          <dd class="money">{money(expected)}</dd>
        </div>
        {counted !== null && (
          <div>
            <dt>{texts.counted}</dt>
            <dd class="money">{money(counted)}</dd>
          </div>
        )}
        {difference !== null && (
          <div class="total">
            <dt>
              {texts.difference}
              <span class={difference === 0 ? 'pill good' : 'pill warn'}>
                <PosIcon name={difference === 0 ? 'check' : 'warn'} />
                {wordOf(difference)}
              </span>
            </dt>
            <dd class="money">{money(difference)}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}

export function wordOf(difference: number): string {
  if (difference === 0) return texts.exact
  return difference < 0 ? texts.short : texts.over
}

function Cashiers({ report }: { report: DayReport }) {
  const { cashiers, sales, tips, received } = report
  if (cashiers.length === 0) return null
  return (
    <section class="card">
      <h3 id="by-cashier">{texts.byCashier}</h3>
      <table aria-labelledby="by-cashier">
        <thead>
          <tr>
            <th scope="col">{texts.name}</th>
            <th scope="col">{texts.salesColumn}</th>
            <th scope="col">{texts.tips}</th>
            <th scope="col">{texts.received}</th>
          </tr>
        </thead>
        <tbody>
          {cashiers.map((cashier) => (
            <tr key={cashier.id}>
              <th scope="row">{cashier.name}</th>
              <td>{cashier.sales}</td>
              <td>{usd(cashier.tips)}</td>
              <td>{usd(cashier.received)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{texts.total}</th>
            <td>{sales}</td>
            <td>{usd(tips)}</td>
            <td>{usd(received)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
