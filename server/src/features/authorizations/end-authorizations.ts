import type { PortalRef } from '../../auth/portal-tokens.js'
import { MINUTE_MS } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import { inPieces } from '../../platform/jobs/in-pieces.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { lockReceipt } from '../receipts/status/lock-receipt.js'
import { type AuthorizationHook, hasFailed } from './authorization.js'
import { endAuthorization, listAuthorizations, listUnnoted } from './authorization-store.js'
import { cancelNeedless } from './cancel-needless.js'

/**
 * Calls off signed payments that nobody needs any more, and notes what has become of all. One that failed is a failed
 * attempt, after which the buyer may try again; one that is final the settlement has told of.
 */
export function endAuthorizations(hooks: { onFailed: AuthorizationHook }): Job {
  return {
    name: 'end-authorizations',
    everyMs: MINUTE_MS,
    // A status change or a settlement may make a signed payment needless; progress of its own transaction may end it.
    runsOn: ['outgoing-progress', 'settlements', 'status-changes'],
    async run(ctx, signal) {
      await cancelNeedless(ctx, signal)
      const ended = await inPieces(signal, {
        list: (limit) => listUnnoted(ctx.db, limit),
        work: (one) => end(ctx, { ...one, ...hooks }),
      })
      return { ended }
    },
  }
}

/** Looks again while it holds the receipt: a block that is gone may have brought the transaction back. */
async function end(
  ctx: Context,
  input: PortalRef & { transactionId: string; onFailed: AuthorizationHook },
): Promise<void> {
  const { merchant, receiptId, transactionId, onFailed } = input
  const ref = { merchant, receiptId }
  await ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    const receipt = await lockReceipt(inTx, { merchant, id: receiptId })
    const taken = await listAuthorizations(tx, ref)
    const ended = taken.find((candidate) => candidate.transactionId === transactionId)
    if (!ended || ended.hasEnded || !(hasFailed(ended) || ended.state === 'final')) return
    await endAuthorization(tx, { ...ref, transactionId, now: ctx.now() })
    if (receipt && hasFailed(ended)) await onFailed(inTx, receipt)
  })
}
