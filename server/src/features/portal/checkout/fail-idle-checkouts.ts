import type { PortalRef } from '../../../auth/portal-tokens.js'
import { MINUTE_MS, type UnixMs, unixMs } from '../../../lib/time.js'
import type { Context } from '../../../platform/context.js'
import { processInBatches } from '../../../platform/jobs/process-in-batches.js'
import type { Job } from '../../../platform/jobs/run-jobs.js'
import { lockReceipt } from '../../receipts/read/get-receipt.js'
import { findSession, idleMs, listIdle, upsertSession } from '../read-model/session-store.js'
import { failCheckout } from './fail-checkout.js'
import { endSession, newSession } from './portal-session.js'

/** Fails checkouts that were started and then idle for an hour. A receipt without a checkout stays open. */
export const failIdleCheckouts: Job = {
  name: 'fail-idle-checkouts',
  everyMs: MINUTE_MS,
  runsOn: ['deadlines'],
  async run(ctx, signal) {
    const before = unixMs(ctx.now() - idleMs)
    const seen = await processInBatches(signal, {
      list: (limit) => listIdle(ctx.db, { before, limit }),
      work: (ref) => failIdle(ctx, { ref, before }),
    })
    return { seen }
  },
}

/** Checks again with the receipt locked: the buyer may have come back, or the merchant changed the status. */
async function failIdle(
  ctx: Context,
  { ref, before }: { ref: PortalRef; before: UnixMs },
): Promise<void> {
  const { merchant, receiptId } = ref
  await ctx.db.transaction(async (tx) => {
    const receipt = await lockReceipt({ db: tx }, { merchant, id: receiptId })
    if (!receipt) return
    const session = (await findSession(tx, ref)) ?? newSession(ref, receipt.updatedAt)
    const seenAt = unixMs(Math.max(session.lastSeenAt, receipt.updatedAt))
    if (seenAt > before) {
      await upsertSession(tx, { ...session, lastSeenAt: seenAt })
      return
    }
    const outcome = await failCheckout(
      { ...ctx, db: tx },
      {
        receipt,
        actor: 'system',
        by: 'expiry',
        code: session.attempt?.code ?? 'PORTAL_SESSION_EXPIRED',
      },
    )
    // Check again in an hour: a reorg may remove the payment.
    const isOpen = outcome === 'payment in flight'
    await upsertSession(tx, isOpen ? { ...session, lastSeenAt: ctx.now() } : endSession(session))
  })
}
