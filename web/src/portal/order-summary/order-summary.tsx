import type { PortalReceipt } from '@tallystick/sdk'
import { formatAmount } from '../../format/format-money.js'
import { formatTime } from '../../format/format-time.js'
import { Money } from '../../ui/money.js'

type Lines = PortalReceipt['lineItems']

/** Longer lists can be collapsed. */
const maxUncollapsed = 4

/** The longest amount, in characters, that fits the smallest screen at full size. */
const maxLargeAmount = 12

/** Shows the items, tax, fee and total of a receipt. */
export function OrderSummary({ receipt }: { receipt: PortalReceipt }) {
  const { currency, total, totalUsd, pricing } = receipt
  const { items, extras } = splitLines(receipt.lineItems)
  return (
    <section class="order-summary" aria-labelledby="summary-title">
      <header class="summary-head">
        <h2 id="summary-title">Receipt</h2>
        <p>
          <time dateTime={new Date(receipt.createdAt).toISOString()}>
            {formatTime(receipt.createdAt)}
          </time>
        </p>
      </header>
      {items.length > maxUncollapsed ? (
        <details open>
          <summary>{items.length} items</summary>
          <LineList lines={items} currency={currency} />
        </details>
      ) : (
        <LineList lines={items} currency={currency} />
      )}
      {extras.length > 0 && <LineList lines={extras} currency={currency} isSoft />}
      <svg class="divider" viewBox="0 0 320 10" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 1h36l3 8h6l3-8h64l3 8h3l3-8h199" />
      </svg>
      <p class={formatAmount(total ?? totalUsd).length > maxLargeAmount ? 'total long' : 'total'}>
        <span>Total</span>
        <Money amount={total ?? totalUsd} unit={currency} />
      </p>
      {pricing && (
        <p class="rate">
          <Money amount={totalUsd} unit="USD" />, at {pricing.usdPerUnit} USD per {currency},{' '}
          {formatTime(pricing.quotedAt)}
        </p>
      )}
    </section>
  )
}

/** Separates the items from tax and fee, which orders append as the last lines. */
export function splitLines(lines: Lines): { items: Lines; extras: Lines } {
  const isExtra = ({ label, qty, sku }: Lines[number]) =>
    qty === undefined && sku === undefined && (label === 'Tax' || label === 'Processing Fee')
  const firstExtra = lines.findLastIndex((line) => !isExtra(line)) + 1
  return { items: lines.slice(0, firstExtra), extras: lines.slice(firstExtra) }
}

type LineListProps = { lines: Lines; currency: string; isSoft?: boolean }

function LineList({ lines, currency, isSoft = false }: LineListProps) {
  return (
    <ul class={isSoft ? 'summary-lines soft' : 'summary-lines'}>
      {lines.map((line, index) => (
        <Line key={index} line={line} currency={currency} />
      ))}
    </ul>
  )
}

/** Shows one line, with the picture of its item or the first letter of its name. */
function Line({ line, currency }: { line: Lines[number]; currency: string }) {
  const { label, qty, picture, itemId } = line
  return (
    <li>
      {itemId !== undefined && (
        <span class="thumb" aria-hidden="true">
          {picture ? (
            <img src={`/media/${picture}/48.webp`} alt="" width="40" height="40" />
          ) : (
            [...label][0]
          )}
        </span>
      )}
      <span class="label">
        {label}
        {qty !== undefined && <small>Quantity {qty.toLocaleString('en-US')}</small>}
      </span>
      <span class="money">
        {formatAmount(line.amount ?? line.priceUsd)}
        <span class="visually-hidden"> {currency}</span>
      </span>
    </li>
  )
}
