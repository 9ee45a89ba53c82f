import { formatAmount } from '../format/format-money.js'

/** Shows an amount with its unit in smaller type, never split over lines. */
export function Money({ amount, unit }: { amount: number | string; unit: string }) {
  return (
    <span class="money">
      {formatAmount(amount)} <small>{unit}</small>
    </span>
  )
}
