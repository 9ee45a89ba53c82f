import type { PortalReceipt } from '@tallystick/sdk'
import { useLanguage } from '../../ui/language.js'
import { Money } from '../../ui/money.js'
import { currencyOf, moneyOf, totalOf } from '../state/own-amounts.js'

/**
 * Shows the total, the largest text of the page. Long amounts are smaller, because amounts never
 * wrap.
 */
export function Total({ receipt }: { receipt: PortalReceipt }) {
  const { format } = useLanguage()
  const total = moneyOf(receipt, format)(totalOf(receipt))
  return (
    <p class={`total ${classOf(total)}`}>
      <Money>{total}</Money>
      <small> {currencyOf(receipt)}</small>
    </p>
  )
}

/** The style sheet has the width of the longest amount of each class. */
function classOf({ length }: string): string {
  if (length > 13) return 'longest'
  return length > 10 ? 'long' : ''
}
