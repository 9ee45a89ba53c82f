import type { PortalRef } from '../../../auth/portal-tokens.js'
import { statusFacts } from '../../../lib/receipt-statuses.js'
import { MINUTE_MS, type UnixMs, unixMs } from '../../../lib/time.js'
import type { TxContext } from '../../../platform/context.js'
import { processInBatches } from '../../../platform/jobs/process-in-batches.js'
import type { Job } from '../../../platform/jobs/run-jobs.js'
import { lockReceipt } from '../../receipts/read/get-receipt.js'
import type { Receipt } from '../../receipts/receipt.js'
import type { FailureCode } from '../../receipts/status/failures.js'
import { moveReceipt } from '../../receipts/status/move-receipt.js'
import type { TransitionActor } from '../../receipts/status/transitions.js'
import {
  attemptWaitMs,
  findSession,
  hasPayment,
  idleMs,
  listAbandoned,
  listIdle,
  upsertSession,
} from '../read-model/session-store.js'
import { endSession, newSession } from './portal-session.js'

/**
 * Fails a locked receipt, unless it is settled or has a payment that arrived or is in flight: such
 * a receipt stays open, whatever the buyer does.
 */
export async function failCheckout(
  ctx: TxContext,
  input: { receipt: Receipt; code: FailureCode; actor: TransitionActor; by: string },
): Promise<'failed' | 'settled' | 'payment in flight'> {
  const { receipt, code, actor, by } = input
  if (statusFacts[receipt.status].isSettled) return 'settled'
  const { merchant, id: receiptId } = receipt
  if (await hasPayment(ctx.db, { merchant, receiptId })) return 'payment in flight'
  await moveReceipt(ctx, { receipt, to: 'failed', actor, by, failureCode: code })
  return 'failed'
}

/** Fails receipts whose last attempt failed and had no successor, with its failure code. */
export const failAbandonedAttempts = createOverdueJob({
  name: 'fail-abandoned-attempts',
  waitMs: attemptWaitMs,
  list: listAbandoned,
  async fail(ctx, { receipt, ref, before }) {
    const session = await findSession(ctx.db, ref)
    if (!session?.attempt || session.attempt.at > before) return
    const { code } = session.attempt
    const outcome = await failCheckout(ctx, { receipt, code, actor: 'system', by: 'portal' })
    // A payment in flight keeps the checkout open; it may still become idle.
    const isOpen = outcome === 'payment in flight'
    await upsertSession(ctx.db, isOpen ? { ...session, attempt: null } : endSession(session))
  },
})

/** Fails checkouts that are idle for an hour. A receipt without a checkout stays open. */
export const failIdleCheckouts = createOverdueJob({
  name: 'fail-idle-checkouts',
  waitMs: idleMs,
  list: listIdle,
  async fail(ctx, { receipt, ref, before }) {
    const session = (await findSession(ctx.db, ref)) ?? newSession(ref, receipt.updatedAt)
    const seenAt = unixMs(Math.max(session.lastSeenAt, receipt.updatedAt))
    if (seenAt > before) return upsertSession(ctx.db, { ...session, lastSeenAt: seenAt })
    const code = session.attempt?.code ?? 'PORTAL_SESSION_EXPIRED'
    const outcome = await failCheckout(ctx, { receipt, code, actor: 'system', by: 'expiry' })
    // Check again in an hour: a reorg may remove the payment.
    const isOpen = outcome === 'payment in flight'
    const updated = { ...session, lastSeenAt: ctx.now() }
    await upsertSession(ctx.db, isOpen ? updated : endSession(session))
  },
})

/** Creates a job that fails sessions after a wait. */
function createOverdueJob(options: {
  name: string
  waitMs: number
  list: typeof listIdle
  /** Checks again with the receipt locked: the buyer or the merchant may have acted. */
  fail: (
    ctx: TxContext,
    input: { receipt: Receipt; ref: PortalRef; before: UnixMs },
  ) => Promise<void>
}): Job {
  const { name, waitMs, list, fail } = options
  return {
    name,
    everyMs: MINUTE_MS,
    runsOn: ['deadlines'],
    async run(ctx, signal) {
      const before = unixMs(ctx.now() - waitMs)
      const seen = await processInBatches(signal, {
        list: (limit) => list(ctx.db, { before, limit }),
        work: (ref) =>
          ctx.db.transaction(async (tx) => {
            const receipt = await lockReceipt({ db: tx }, { ...ref, id: ref.receiptId })
            if (receipt) await fail({ ...ctx, db: tx }, { receipt, ref, before })
          }),
      })
      return { seen }
    },
  }
}
