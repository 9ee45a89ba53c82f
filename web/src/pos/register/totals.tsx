import { posTexts as texts } from '../../core/texts/en-pos.js'
import type { Bill } from '../sale/quote.js'
import { formatCents } from './format-cents.js'

/** Shows discount, tip, tax, fee and total, as the service has calculated them. */
export function Totals({ bill, isCurrent = true }: { bill: Bill | null; isCurrent?: boolean }) {
  if (!bill) return null
  const { currency, discountCents, tipCents, taxCents, feeCents, totalCents } = bill
  const rows = [
    [texts.sale.discount, discountCents],
    [texts.sale.tip, tipCents],
    [texts.sale.tax, taxCents],
    [texts.sale.fee, feeCents],
  ] as const
  return (
    <dl class={isCurrent ? 'lines' : 'lines stale'}>
      {rows
        .filter(([, cents]) => cents !== 0)
        .map(([name, cents]) => (
          <div key={name} class="soft">
            <dt>{name}</dt>
            <dd class="money">{formatCents(cents, currency)}</dd>
          </div>
        ))}
      <div class="total">
        <dt>{texts.sale.total}</dt>
        <dd class="money">{formatCents(totalCents, currency)}</dd>
      </div>
    </dl>
  )
}
