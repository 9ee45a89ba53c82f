import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { listExpired } from './expiry-store.js'
import { moveReceipt } from './move-receipt.js'
import { statusFacts } from './statuses.js'
import { lockReceipt } from './store.js'

const pieceSize = 100

/** Gives up receipts that nobody has paid in the time their shop sets. */
export const expireReceipts: Job = {
  name: 'expire-receipts',
  everyMs: 10_000,
  async run(ctx, signal) {
    let expired = 0
    for (;;) {
      const due = await listExpired(ctx.db, { now: ctx.now(), limit: pieceSize })
      for (const one of due) {
        if (signal.aborted) return { expired }
        await expireReceipt(ctx, one)
        expired += 1
      }
      if (due.length < pieceSize) return { expired }
    }
  },
}

/** Looks again while it holds the receipt: it may have been paid or replaced meanwhile. */
async function expireReceipt(
  ctx: Context,
  { merchant, id }: { merchant: Address; id: string },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const receipt = await lockReceipt(tx, { merchant, id })
    if (!receipt || receipt.expiresAt === null || receipt.expiresAt > ctx.now()) return
    if (statusFacts[receipt.status].isSettled) return
    await moveReceipt(
      { ...ctx, db: tx },
      {
        ...{ receipt, to: 'failed', actor: 'engine', by: 'expiry' },
        failureCode: 'PORTAL_SESSION_EXPIRED',
      },
    )
  })
}
