import type { PortalRef } from '../../auth/portal-tokens.js'
import { MINUTE_MS } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import { processInBatches } from '../../platform/jobs/process-in-batches.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { endFirmHold } from '../holds/firm-holds.js'
import { announceOwnTransaction } from '../payments/find/announced/announce-own-transaction.js'
import { lockReceipt } from '../receipts/read/get-receipt.js'
import { type AuthorizationHook, hasFailed } from './authorization.js'
import { endAuthorization, listAuthorizations, listFinished } from './authorization-store.js'
import { cancelExcess } from './cancel-excess.js'

/**
 * Returns the job that cancels excess signed payments and handles finished ones. If one of a checkout failed,
 * `onFailed` runs. A final one is announced to settlement, in case its payment is not recorded.
 */
export function endAuthorizations(hooks: { onFailed: AuthorizationHook }): Job {
  return {
    name: 'end-authorizations',
    everyMs: MINUTE_MS,
    // The first finishes an authorization. The other two may change what is due.
    runsOn: ['outgoing-progress', 'settlements', 'recorded-events'],
    async run(ctx, signal) {
      await cancelExcess(ctx, signal)
      const ended = await processInBatches(signal, {
        list: (limit) => listFinished(ctx.db, limit),
        work: (one) => end(ctx, { ...one, ...hooks }),
      })
      return { ended }
    },
  }
}

/** Checks again with the receipt locked: a reorg may have revived the transaction. */
async function end(
  ctx: Context,
  input: PortalRef & { transactionId: string; onFailed: AuthorizationHook },
): Promise<void> {
  const { merchant, receiptId, transactionId, onFailed } = input
  const ref = { merchant, receiptId }
  await ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    const receipt = await lockReceipt(inTx, { merchant, id: receiptId })
    const accepted = await listAuthorizations(tx, ref)
    const ended = accepted.find((candidate) => candidate.transactionId === transactionId)
    if (!ended || ended.hasEnded || !(hasFailed(ended) || ended.state === 'final')) return
    await endAuthorization(tx, { ...ref, transactionId, now: ctx.now() })
    if (ended.state === 'final' && ended.hash) {
      await announceOwnTransaction(inTx, { ...ref, hash: ended.hash })
    }
    // A newer signed payment keeps the stock.
    const isLast = !accepted.some(({ isInFlight }) => isInFlight)
    if (receipt && hasFailed(ended) && isLast) await endFirmHold(inTx, { ...ref, hash: null })
    if (receipt && hasFailed(ended) && ended.isOfCheckout) await onFailed(inTx, receipt)
  })
}
