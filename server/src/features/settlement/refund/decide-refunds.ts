import { DAY_MS, HOUR_MS, MINUTE_MS, type UnixMs } from '../../../lib/time.js'
import type { MinedTransaction } from '../../../platform/chain/chain.js'
import { type Given, isRefundedBy } from './is-refunded-by.js'
import type { OwedPart } from './refund-parts.js'
import type { NamedRefund } from './refund-store.js'

/** A transaction in its block. */
export type Sight = {
  transaction: MinedTransaction
  minedAt: UnixMs
  /** Whether enough blocks stand on it. */
  isDeep: boolean
}

/** With what it owes; `null` when no chain can show that. */
export type ClassifiedRefund = Pick<
  NamedRefund,
  'buyer' | 'createdAt' | 'confirmedAt' | 'paidAt'
> & {
  parts: OwedPart[] | null
}

/** How long a transaction that a refund names is looked for, and for how long it may still be taken back. */
export const soughtForMs = 30 * DAY_MS
export const doubtedForMs = HOUR_MS
/** Coin is dated by when it was noticed, which is not quite when it came. */
const clockSlackMs = MINUTE_MS

/**
 * Which of the refunds that name one transaction, the oldest first, it has paid. What it gave counts once, for the
 * older refund. It depends only on older refunds, so asking again changes nothing.
 */
export function decideRefunds(
  refunds: readonly ClassifiedRefund[],
  { sight, now }: { sight: Sight | null; now: UnixMs },
): boolean[] {
  const taken: Given[] = []
  return refunds.map((refund) => {
    const isPaid = isOpen(refund, now)
      ? isPaidBy(sight, { refund, taken })
      : refund.confirmedAt !== null
    const { buyer, parts } = refund
    if (isPaid) taken.push(...(parts ?? []).map((part) => ({ ...part, buyer })))
    return isPaid
  })
}

/** What is over stays as it is. */
function isOpen({ createdAt, confirmedAt }: ClassifiedRefund, now: UnixMs): boolean {
  return confirmedAt === null ? createdAt > now - soughtForMs : confirmedAt > now - doubtedForMs
}

function isPaidBy(
  sight: Sight | null,
  { refund, taken }: { refund: ClassifiedRefund; taken: readonly Given[] },
): boolean {
  const { buyer, parts, paidAt, confirmedAt } = refund
  if (!sight || !parts) return false
  // Nobody gives back what has not come yet.
  if (sight.minedAt < paidAt - clockSlackMs) return false
  if (confirmedAt === null && !sight.isDeep) return false
  return isRefundedBy(sight.transaction, { buyer, parts, taken })
}
