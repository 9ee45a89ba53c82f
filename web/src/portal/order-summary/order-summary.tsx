import type { PortalReceipt } from '@tallystick/sdk'
import { useLanguage } from '../../ui/language.js'
import { Money } from '../../ui/money.js'
import { slipEdge } from '../../ui/slip-edge.js'
import { Time } from '../../ui/time.js'
import { deriveStage, isSettling } from '../state/derive-stage.js'
import { moneyOf, totalOf } from '../state/own-amounts.js'
import { TimeLeft } from '../status/time-left.js'
import { describeItems, splitLines } from './describe-items.js'
import { type Line, LineList } from './line-list.js'
import { Total } from './total.js'

/**
 * Shows the total, and the items, tax and fee of a receipt. On a phone the lines are collapsed
 * while the receipt can be paid, so that the way to pay is in view; the style sheet expands them on
 * larger screens.
 */
export function OrderSummary({ receipt, now }: { receipt: PortalReceipt; now: number }) {
  const { texts, format } = useLanguage()
  const { summary } = texts
  const { pricing, totalUsd, currency, createdAt } = receipt
  const total = moneyOf(receipt, format)(totalOf(receipt))
  const { items, extras } = splitLines(receipt)
  const isSettled = isSettling(deriveStage(receipt))
  const price = (line: Line) =>
    receipt.total === null ? line.priceUsd : (line.amount ?? line.priceUsd)
  const rate = pricing && summary.ratePerUnit(pricing.usdPerUnit, currency)
  return (
    <section class="order-summary" aria-labelledby="summary-title">
      <h2 id="summary-title" class={isSettled ? '' : 'visually-hidden'}>
        {summary.title}
      </h2>
      {!isSettled && (
        <>
          <div class="summary-head">
            <span>{summary.total}</span>
            <TimeLeft receipt={receipt} now={now} />
          </div>
          <Total receipt={receipt} />
        </>
      )}
      <details class="open-when-wide" open={isSettled}>
        <summary>
          {describeItems(items, summary).map((text) => (
            <span key={text}>{text}</span>
          ))}
        </summary>
        <div class="summary-body">
          <LineList lines={items} money={moneyOf(receipt, format)} price={price} />
          {extras.length > 0 && (
            <LineList lines={extras} money={moneyOf(receipt, format)} price={price} isSoft />
          )}
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
      <svg class="edge" viewBox="0 0 68 2" preserveAspectRatio="none" aria-hidden="true">
        <path d={slipEdge} />
      </svg>
    </section>
  )
}
