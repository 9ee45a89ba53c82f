import type { Address } from '../../../lib/hex.js'
import { MINUTE_MS, type UnixMs } from '../../../lib/time.js'
import type { TxContext } from '../../../platform/context.js'
import type { Job } from '../../../platform/jobs/run-jobs.js'
import type { Quantity } from './stock.js'
import {
  deleteHolds,
  insertAllHolds,
  insertHolds,
  moveHolds,
  releaseExpired,
} from './stock-store.js'

type HoldKey = { merchant: Address; receiptId: string }

/** Holds stock for a receipt until a time. Items without enough free stock are skipped. */
export async function holdStock(
  ctx: Pick<TxContext, 'db'>,
  input: HoldKey & { quantities: readonly Quantity[]; until: UnixMs },
): Promise<void> {
  await insertHolds(ctx.db, { ...input, expiresAt: input.until })
}

/** Holds stock for a receipt until a time, all of it or nothing. Returns whether it is held. */
export function holdAllStock(
  ctx: Pick<TxContext, 'db'>,
  input: HoldKey & { quantities: readonly Quantity[]; until: UnixMs },
): Promise<boolean> {
  return insertAllHolds(ctx.db, { ...input, expiresAt: input.until })
}

/** Extends the holds of a receipt to a time or later. */
export async function extendHolds(
  ctx: Pick<TxContext, 'db'>,
  input: HoldKey & { until: UnixMs },
): Promise<void> {
  await moveHolds(ctx.db, { ...input, expiresAt: input.until })
}

/** Releases the stock held for a receipt. */
export async function releaseStock(ctx: Pick<TxContext, 'db'>, input: HoldKey): Promise<void> {
  await deleteHolds(ctx.db, input)
}

const batchSize = 500

/** Releases stock whose hold has expired. */
export const releaseExpiredStock: Job = {
  name: 'release-expired-stock',
  everyMs: MINUTE_MS,
  runsOn: ['deadlines'],
  async run(ctx, signal) {
    let released = 0
    for (let last = batchSize; last === batchSize && !signal.aborted; ) {
      const now = ctx.now()
      last = await ctx.db.transaction((tx) => releaseExpired(tx, { now, limit: batchSize }))
      released += last
    }
    return { released }
  },
}
