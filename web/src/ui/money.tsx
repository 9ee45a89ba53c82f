import { formatAmount } from '../format/format-money.js'

/** An amount and, smaller, what it is of. Never split over lines. */
export function Money({ amount, unit }: { amount: number | string; unit: string }) {
  return (
    <span class="money">
      {formatAmount(amount)} <small>{unit}</small>
    </span>
  )
}
