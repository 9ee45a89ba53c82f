import { invalidInput } from '../../../../lib/errors.js'
import type { Hash } from '../../../../lib/hex.js'
import type { TxContext } from '../../../../platform/context.js'
import { limitReached, ownerNames } from '../../../../platform/limits/limit-reached.js'
import { maxOf } from '../../../../platform/limits/max-of.js'
import {
  type AnnouncedCount,
  countAnnounced,
  deleteDone,
  insertAnnounced,
  type OpenCount,
} from '../../announced-transaction-store.js'
import type { ReceiptRef } from '../../payment.js'
import { lostAfterMs } from './retry-times.js'

const perReceipt = 20
/**
 * Anyone who guesses a receipt's id can open its limited page, so it leaves most of them to the
 * holders of the link.
 */
const perLimitedPage = 5
const reassurance = 'We detect your payment automatically.'

/**
 * Records a transaction that a buyer says pays a receipt, to be looked up in the next round.
 * Recording it again has no effect. The caller's transaction has locked the receipt, so that its
 * counts are exact.
 *
 * @throws {AppError} `invalid_input` when the receipt has too many that paid it or may pay it,
 *   `rate_limited` when the network address has too many that were not found yet, for this receipt
 *   or in all.
 */
export async function recordAnnouncedTransaction(
  ctx: Pick<TxContext, 'config' | 'db' | 'now' | 'wakeups'>,
  announced: ReceiptRef & {
    hash: Hash
    /** A keyed hash of the caller's network address; null when the service itself announces. */
    network: string | null
    /** Whether a checkout announces it. Only then its failure is the failure of an attempt. */
    isOfCheckout: boolean
    /** Whether a limited page announces it. */
    isLimited?: boolean
  },
): Promise<void> {
  const count = await countAnnounced(ctx.db, announced)
  if (count.isKnown) return
  if (announced.isLimited) requireLeftToLimited(count)
  // Strangers could use up the limits of a receipt that the service announces a charge for.
  if (announced.network !== null) requireBelowLimits(ctx, count)
  await deleteDone(ctx.db, { ...announced, maxKept: perReceipt })
  await insertAnnounced(ctx.db, { ...announced, now: ctx.now() })
  ctx.db.afterCommit(() => ctx.wakeups.wake('payments'))
}

function requireLeftToLimited({ ofReceipt }: AnnouncedCount): void {
  if (ofReceipt < perLimitedPage) return
  throw invalidInput(
    `Without the complete payment link you can announce at most ${perLimitedPage} transactions per receipt. ${reassurance}`,
  )
}

function requireBelowLimits(
  { config, now }: Pick<TxContext, 'config' | 'now'>,
  { ofReceipt, openOfReceipt, openOfNetwork }: AnnouncedCount,
): void {
  if (ofReceipt >= perReceipt) {
    throw invalidInput(
      `You can announce at most ${perReceipt} transactions per receipt. ${reassurance}`,
    )
  }
  const requireBelow = (owner: 'receipt' | 'network', { count, oldestAt }: OpenCount) => {
    const max = maxOf(config, 'announced-transactions', owner)
    if (max === null || count < max) return
    throw limitReached('announced-transactions', {
      owner,
      max,
      resetAt: (oldestAt ?? now()) + lostAfterMs,
      message: `We are still looking for ${max} transactions of this ${ownerNames[owner]}. ${reassurance}`,
    })
  }
  // Of one network address, so that a third party cannot keep the buyer from announcing.
  requireBelow('receipt', openOfReceipt)
  requireBelow('network', openOfNetwork)
}
