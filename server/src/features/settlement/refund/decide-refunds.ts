import { DAY_MS, HOUR_MS, MINUTE_MS, type UnixMs } from '../../../lib/time.js'
import type { MinedTransaction } from '../../../platform/chain/chain.js'
import type { SentRefund } from '../../receipts/refund/search-refunds.js'
import type { OwedPart } from './refund-parts.js'
import { type Given, takeRefund } from './take-refund.js'

/** A mined transaction that refunds name. */
export type MinedRefund = {
  transaction: MinedTransaction
  minedAt: UnixMs
  /** Whether it has enough confirmations. */
  isDeep: boolean
}

/** A refund with the parts it owes; null when this chain cannot show them. */
export type ClassifiedRefund = Pick<
  SentRefund,
  'buyer' | 'createdAt' | 'confirmedAt' | 'paidAt'
> & {
  parts: OwedPart[] | null
}

/** How long an unconfirmed refund is looked up, and a confirmed one checked for a reorg. */
export const searchMs = 30 * DAY_MS
export const recheckMs = HOUR_MS
/** Native coin is dated by when it was noticed, shortly after it arrived. */
const clockSlackMs = MINUTE_MS

/**
 * Decides which refunds a transaction paid. Takes the refunds that name it, oldest first; what it transferred counts once,
 * for the older refund. The result for a refund depends only on older ones, so it is stable.
 */
export function decideRefunds(
  refunds: readonly ClassifiedRefund[],
  { mined, now }: { mined: MinedRefund | null; now: UnixMs },
): boolean[] {
  const taken: Given[] = []
  return refunds.map((refund) => {
    const given = isOpen(refund, now) ? findGiven(mined, { refund, taken }) : settledParts(refund)
    if (given) taken.push(...given)
    return given !== null
  })
}

/** Returns whether a refund may still change. */
function isOpen({ createdAt, confirmedAt }: ClassifiedRefund, now: UnixMs): boolean {
  return confirmedAt === null ? createdAt > now - searchMs : confirmedAt > now - recheckMs
}

/** Returns what a refund that no longer changes took, or null if it was never confirmed. */
function settledParts({ buyer, parts, confirmedAt }: ClassifiedRefund): Given[] | null {
  if (confirmedAt === null) return null
  return (parts ?? []).map(({ token, units }) => ({ buyer, token, units }))
}

function findGiven(
  mined: MinedRefund | null,
  { refund, taken }: { refund: ClassifiedRefund; taken: readonly Given[] },
): Given[] | null {
  const { buyer, parts, paidAt, confirmedAt } = refund
  if (!mined || !parts) return null
  // A refund cannot precede its payment.
  if (mined.minedAt < paidAt - clockSlackMs) return null
  if (confirmedAt === null && !mined.isDeep) return null
  return takeRefund(mined.transaction, { buyer, parts, taken })
}
