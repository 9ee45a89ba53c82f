import type { Address, Hash } from '../../lib/hex.js'
import { HOUR_MS, MINUTE_MS, type UnixMs, unixMs } from '../../lib/time.js'
import type { Context, TxContext } from '../../platform/context.js'
import type { Feature } from '../../platform/feature.js'
import { repeatWhileFull } from '../../platform/jobs/process-in-batches.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { maxOf } from '../../platform/limits/max-of.js'
import { releaseStock } from '../inventory/stock/hold-stock.js'
import {
  type Backing,
  deleteEndedFirmHolds,
  endFirmHoldNow,
  isBackedBy,
  lockFirmHolds,
} from './firm-hold-store.js'
import { type HeldReceipt, holdPaidStock } from './hold-paid-stock.js'
import { countFirmHolds } from './read-model/held-order-store.js'

/** How long a hold that ended unpaid counts. */
const countsForMs = HOUR_MS
const batchSize = 500
const owners = ['wallet', 'network', 'merchant'] as const

/**
 * Returns whether a payer who has not paid yet may hold the stock of a locked order. One balance
 * must not hold the stock of many orders. The caller's transaction keeps others from starting holds
 * until it ends.
 */
export async function mayHold(
  ctx: Pick<TxContext, 'db' | 'config' | 'now'>,
  { receipt, backing }: { receipt: HeldReceipt; backing: Backing },
): Promise<boolean> {
  await lockFirmHolds(ctx.db)
  const { merchant, id: receiptId } = receipt
  const now = ctx.now()
  const after = unixMs(now - countsForMs)
  const { payer, network } = backing
  const count = await countFirmHolds(ctx.db, { merchant, receiptId, payer, network, now, after })
  return owners.every(
    (owner) =>
      count.current[owner] < (maxOf(ctx.config, 'firm-holds', owner) ?? Infinity) &&
      count.unpaid[owner] < (maxOf(ctx.config, 'unpaid-firm-holds', owner) ?? Infinity),
  )
}

type Ref = { merchant: Address; receiptId: string }

/**
 * Ends the hold of a locked receipt whose transaction will not be mined, or whose signed payment
 * failed (`hash` is null). A hold with another backing stays, and with a payer also that of another
 * payer.
 */
export async function endFirmHold(
  ctx: Pick<TxContext, 'db' | 'now'>,
  { merchant, receiptId, hash, payer = null }: Ref & { hash: Hash | null; payer?: Address | null },
): Promise<void> {
  const backing = { hash, payer }
  const hasEnded = await endFirmHoldNow(ctx.db, { merchant, receiptId, ...backing, now: ctx.now() })
  if (hasEnded) await releaseStock(ctx, { merchant, receiptId })
}

/**
 * Holds the stock of a locked receipt as paid if the mined transaction was the backing of its firm
 * hold, or pays at least half of it. Returns the end of the hold, as `holdPaidStock` does.
 */
export async function holdForMined(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  { receipt, hash, isHalfPaid }: { receipt: HeldReceipt; hash: Hash; isHalfPaid: boolean },
): Promise<UnixMs | null> {
  const { merchant, id: receiptId } = receipt
  const isPaid = isHalfPaid || (await isBackedBy(ctx.db, { merchant, receiptId, hash }))
  return isPaid ? holdPaidStock(ctx, receipt) : null
}

/** Deletes the firm holds that no longer count. */
export const forgetFirmHolds: Job = {
  name: 'forget-firm-holds',
  everyMs: 10 * MINUTE_MS,
  async run(ctx: Context, signal) {
    const before = unixMs(ctx.now() - countsForMs)
    const forgotten = await repeatWhileFull(signal, {
      batchSize,
      work: (limit) => deleteEndedFirmHolds(ctx.db, { before, limit }),
    })
    return { forgotten }
  },
}

export const holdsFeature: Feature = { jobs: [forgetFirmHolds] }
