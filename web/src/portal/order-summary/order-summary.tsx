import type { PortalReceipt } from '@tallystick/sdk'
import { formatAmount } from '../../format/format-money.js'
import { formatTime } from '../../format/format-time.js'
import { Money } from '../../ui/money.js'
import { SlipLine } from './slip-line.js'
import { splitLines } from './split-lines.js'

/** More than so many can be folded away. */
const shownLines = 4

/** Digits and signs that fit on the smallest screen at full size. */
const longAmount = 12

/** What is paid for: a slip of paper with the total as the largest thing on it. */
export function ReceiptSlip({ receipt }: { receipt: PortalReceipt }) {
  const { currency, total, totalUsd, pricing } = receipt
  const { items, extras } = splitLines(receipt.lineItems)
  return (
    <section class="slip" aria-labelledby="slip-title">
      <header class="slip-head">
        <h2 id="slip-title">Receipt</h2>
        <p>
          <time dateTime={new Date(receipt.createdAt).toISOString()}>
            {formatTime(receipt.createdAt)}
          </time>
        </p>
      </header>
      {items.length > shownLines ? (
        <details class="lines" open>
          <summary>{items.length} items</summary>
          <Lines lines={items} currency={currency} />
        </details>
      ) : (
        <Lines lines={items} currency={currency} />
      )}
      {extras.length > 0 && <Lines lines={extras} currency={currency} isSoft />}
      <svg class="divider" viewBox="0 0 320 10" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 1h36l3 8h6l3-8h64l3 8h3l3-8h199" />
      </svg>
      <p class={formatAmount(total ?? totalUsd).length > longAmount ? 'total long' : 'total'}>
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

type LinesProps = { lines: PortalReceipt['lineItems']; currency: string; isSoft?: boolean }

function Lines({ lines, currency, isSoft = false }: LinesProps) {
  return (
    <ul class={isSoft ? 'slip-lines soft' : 'slip-lines'}>
      {lines.map((line, at) => (
        <SlipLine key={at} line={line} currency={currency} />
      ))}
    </ul>
  )
}
