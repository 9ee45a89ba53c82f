import type { PortalReceipt } from '@tallystick/sdk'
import { formatAmount } from '../../format/format-money.js'

type Line = PortalReceipt['lineItems'][number]

/** One line of the slip. Pictures come after the page itself: their place is kept, so nothing moves. */
export function SlipLine({ line, currency }: { line: Line; currency: string }) {
  const { label, qty, thumb, itemId } = line
  return (
    <li>
      {itemId !== undefined && (
        <span class="thumb" aria-hidden="true">
          {thumb ? <img src={thumb} alt="" width="40" height="40" /> : [...label][0]}
        </span>
      )}
      <span class="label">
        {label}
        {qty !== undefined && <small>Quantity {qty.toLocaleString('en-US')}</small>}
      </span>
      <span class="money">
        {formatAmount(line.amount ?? line.priceUsd)}
        <span class="unseen"> {currency}</span>
      </span>
    </li>
  )
}
