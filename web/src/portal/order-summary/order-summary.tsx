import type { PortalReceipt } from '@tallystick/sdk'
import { useLanguage } from '../../ui/language.js'
import { Money } from '../../ui/money.js'
import { Time } from '../../ui/time.js'
import { moneyOf, totalOf } from '../state/own-amounts.js'
import { describeItems, splitLines } from './describe-items.js'
import { type Line, LineList } from './line-list.js'

/** The longest amount, in characters, that fits the smallest screen at full size. */
const maxLargeAmount = 12

/**
 * Shows the total, and the items, tax and fee of a receipt. On a phone the lines are collapsed, so that the way to pay
 * is in view; the style sheet expands them on larger screens.
 */
export function OrderSummary({ receipt }: { receipt: PortalReceipt }) {
  const { texts, format } = useLanguage()
  const { summary } = texts
  const { pricing, totalUsd, currency, createdAt } = receipt
  const total = moneyOf(receipt, format)(totalOf(receipt))
  const { items, extras } = splitLines(receipt.lineItems)
  const price = (line: Line) =>
    receipt.total === null ? line.priceUsd : (line.amount ?? line.priceUsd)
  const rate = pricing && summary.ratePerUnit(pricing.usdPerUnit, currency)
  return (
    <section class="order-summary" aria-labelledby="summary-title">
      <h2 id="summary-title" class="visually-hidden">
        {summary.title}
      </h2>
      <p class={total.length > maxLargeAmount ? 'total long' : 'total'}>
        <span>{summary.total}</span> <Money>{total}</Money>
      </p>
      <details class="open-when-wide">
        <summary>
          <span class="label">{describeItems(items, summary)}</span>
        </summary>
        <div class="summary-body">
          <LineList lines={items} money={moneyOf(receipt, format)} price={price} />
          {extras.length > 0 && (
            <LineList lines={extras} money={moneyOf(receipt, format)} price={price} isSoft />
          )}
          <svg class="divider" viewBox="0 0 320 10" preserveAspectRatio="none" aria-hidden="true">
            <path d="M0 1h36l3 8h6l3-8h64l3 8h3l3-8h199" />
          </svg>
          <p class="sum">
            <span>{summary.total}</span>
            <Money>{total}</Money>
          </p>
          {rate && (
            <p class="rate">
              {summary.rate(format.money(totalUsd, 'USD'), rate)}, <Time at={pricing.quotedAt} />
            </p>
          )}
          <p class="rate">
            {summary.ordered} <Time at={createdAt} />
          </p>
        </div>
      </details>
    </section>
  )
}
