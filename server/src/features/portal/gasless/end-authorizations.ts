import type { PortalRef } from '../../../auth/portal-tokens.js'
import { MINUTE_MS } from '../../../lib/time.js'
import type { Context } from '../../../platform/context.js'
import { processInBatches } from '../../../platform/jobs/process-in-batches.js'
import type { Job } from '../../../platform/jobs/run-jobs.js'
import { lockReceipt } from '../../receipts/status/lock-receipt.js'
import { applyProgress } from '../apply-progress.js'
import { newSession } from '../portal-session.js'
import { findSession, upsertSession } from '../session-store.js'
import { hasFailed } from './authorization.js'
import { endAuthorization, listAuthorizations, listUnnoted } from './authorization-store.js'
import { cancelNeedless } from './cancel-needless.js'

/**
 * Calls off signed payments that nobody needs any more, and notes what has become of all. One that failed is a failed
 * attempt, after which the buyer may try again; one that is final the settlement has told of.
 */
export const endAuthorizations: Job = {
  name: 'end-authorizations',
  everyMs: MINUTE_MS,
  // A status change or a settlement may make a signed payment needless; progress of its own transaction may end it.
  runsOn: ['outgoing-progress', 'settlements', 'recorded-events'],
  async run(ctx, signal) {
    await cancelNeedless(ctx, signal)
    const ended = await processInBatches(signal, {
      list: (limit) => listUnnoted(ctx.db, limit),
      work: (one) => end(ctx, one),
    })
    return { ended }
  },
}

/** Looks again while it holds the receipt: a block that is gone may have brought the transaction back. */
async function end(ctx: Context, one: PortalRef & { transactionId: string }): Promise<void> {
  const { transactionId, ...ref } = one
  await ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    const receipt = await lockReceipt(inTx, { merchant: ref.merchant, id: ref.receiptId })
    const taken = await listAuthorizations(tx, ref)
    const ended = taken.find((candidate) => candidate.transactionId === transactionId)
    if (!ended || ended.hasEnded || !(hasFailed(ended) || ended.state === 'final')) return
    await endAuthorization(tx, { ...one, now: ctx.now() })
    if (!receipt || !hasFailed(ended)) return

    const session = (await findSession(tx, ref)) ?? newSession(ref, ctx.now())
    const progress = { status: 'failed', failureCode: 'PORTAL_CHAIN_TX_REVERTED' } as const
    await upsertSession(tx, await applyProgress(inTx, { receipt, session, progress }))
  })
}
