import type { PortalRef } from '../../../auth/portal-tokens.js'
import { MINUTE_MS, type UnixMs, unixMs } from '../../../lib/time.js'
import type { Context } from '../../../platform/context.js'
import { processInBatches } from '../../../platform/jobs/process-in-batches.js'
import type { Job } from '../../../platform/jobs/run-jobs.js'
import { lockReceipt } from '../../receipts/read/get-receipt.js'
import {
  attemptWaitMs,
  findSession,
  listAbandoned,
  upsertSession,
} from '../read-model/session-store.js'
import { failCheckout } from './fail-checkout.js'
import { endSession } from './portal-session.js'

/** Fails receipts whose last payment attempt failed and was not followed by another, with that attempt's failure code. */
export const failAbandonedAttempts: Job = {
  name: 'fail-abandoned-attempts',
  everyMs: MINUTE_MS,
  runsOn: ['deadlines'],
  async run(ctx, signal) {
    const before = unixMs(ctx.now() - attemptWaitMs)
    const seen = await processInBatches(signal, {
      list: (limit) => listAbandoned(ctx.db, { before, limit }),
      work: (ref) => failAttempt(ctx, { ref, before }),
    })
    return { seen }
  },
}

/** Checks again with the receipt locked: the buyer may have come back. */
async function failAttempt(
  ctx: Context,
  { ref, before }: { ref: PortalRef; before: UnixMs },
): Promise<void> {
  const { merchant, receiptId } = ref
  await ctx.db.transaction(async (tx) => {
    const receipt = await lockReceipt({ db: tx }, { merchant, id: receiptId })
    const session = await findSession(tx, ref)
    if (!receipt || !session?.attempt || session.attempt.at > before) return
    const outcome = await failCheckout(
      { ...ctx, db: tx },
      { receipt, code: session.attempt.code, actor: 'system', by: 'portal' },
    )
    // A payment in flight keeps the checkout open; it may still become idle.
    const isOpen = outcome === 'payment in flight'
    await upsertSession(tx, isOpen ? { ...session, attempt: null } : endSession(session))
  })
}
