import type { PaymentOption } from '../../api/payment-option.js'

/** Before a price runs out, by so much: an answer takes its time. */
const earlierMs = 1_000
const leastMs = 1_000

/** In how long the first of these prices has to be asked for anew; `null` when none of them ever runs out. */
export function renewalMs(options: readonly PaymentOption[], now: number): number | null {
  const ends = options.flatMap(({ expiresAt }) => expiresAt ?? [])
  return ends.length === 0 ? null : Math.max(Math.min(...ends) - earlierMs - now, leastMs)
}
