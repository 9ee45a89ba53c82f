import type { Address } from '../../../lib/hex.js'
import { DAY_MS, HOUR_MS, MINUTE_MS, type UnixMs } from '../../../lib/time.js'
import type { OwedPart } from '../plan/refund-parts.js'
import { createTransferPool, type TakenUnits, type TransferPool } from '../plan/transfer-pool.js'
import type { RefundSenders } from './refund-senders.js'
import type { SentRefund } from './search-refunds.js'
import type { TransferSums } from './sum-transfers.js'

/** A mined transaction that refunds name. */
export type MinedRefund = {
  from: Address
  transfers: TransferSums
  minedAt: UnixMs
  /** Whether it has enough confirmations. */
  isDeep: boolean
}

/** A refund with the parts it owes; null when this chain cannot show them. */
export type ClassifiedRefund = Pick<
  SentRefund,
  'merchant' | 'buyer' | 'createdAt' | 'confirmedAt' | 'paidAt'
> & {
  parts: OwedPart[] | null
}

/** How long an unconfirmed refund is looked up, and a confirmed one checked for a reorg. */
export const searchMs = 30 * DAY_MS
export const recheckMs = HOUR_MS
/** Native token has the time at which it was detected, shortly after its arrival. */
const clockSlackMs = MINUTE_MS

/**
 * Decides which refunds a transaction paid. Takes the refunds that name it, oldest first; what it
 * transferred counts once per merchant, for the older refund. The result for a refund depends only
 * on older ones of its merchant, so it is stable and no merchant can affect another's.
 */
export function decideRefunds(
  refunds: readonly ClassifiedRefund[],
  { mined, senders, now }: { mined: MinedRefund | null; senders: RefundSenders; now: UnixMs },
): boolean[] {
  const pool = createTransferPool(mined?.transfers ?? new Map(), senders)
  return refunds.map((refund) => {
    if (isOpen(refund, now)) return takeOpenRefund(mined, { refund, pool }) !== null
    const parts = settledParts(refund)
    pool.take(parts ?? [])
    return parts !== null
  })
}

/** Returns whether a refund may still change. */
function isOpen({ createdAt, confirmedAt }: ClassifiedRefund, now: UnixMs): boolean {
  return confirmedAt === null ? createdAt > now - searchMs : confirmedAt > now - recheckMs
}

/** Returns what a refund that no longer changes took, or null if it was never confirmed. */
function settledParts(refund: ClassifiedRefund): TakenUnits[] | null {
  const { merchant, buyer, parts, confirmedAt } = refund
  if (confirmedAt === null) return null
  return (parts ?? []).map(({ token, units }) => ({ merchant, buyer, token, units }))
}

/** Takes what a refund needs from the money of the transaction, or returns null. */
function takeOpenRefund(
  mined: MinedRefund | null,
  { refund, pool }: { refund: ClassifiedRefund; pool: TransferPool },
): TakenUnits[] | null {
  const { merchant, buyer, parts, paidAt, confirmedAt } = refund
  if (!mined || !parts) return null
  // A refund cannot precede its payment.
  if (mined.minedAt < paidAt - clockSlackMs) return null
  if (confirmedAt === null && !mined.isDeep) return null
  return takeRefund(pool, { merchant, buyer, parts })
}

/**
 * Takes what a refund needs from the money of a transaction that other refunds of the merchant
 * left. Returns null, and takes nothing, when a part is short by more than one cent, or nothing of
 * it was paid.
 */
export function takeRefund(
  pool: TransferPool,
  refund: { merchant: Address; buyer: Address; parts: readonly OwedPart[] },
): TakenUnits[] | null {
  const { merchant, buyer, parts } = refund
  if (parts.length === 0) return null
  const transfers = parts.map(({ token, units, centUnits }) => {
    const balance = pool.remaining({ merchant, buyer, token })
    const isCovered = balance > 0n && balance + centUnits >= units
    return isCovered ? { merchant, buyer, token, units: balance < units ? balance : units } : null
  })
  if (!transfers.every((units) => units !== null)) return null
  pool.take(transfers)
  return transfers
}
