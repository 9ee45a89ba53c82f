import type { Hash } from '../../../../lib/hex.js'
import { mapConcurrent } from '../../../../lib/map-concurrent.js'
import type { Chain } from '../../../../platform/chain/chain.js'
import { listEndedOutgoing } from '../../../../platform/chain/outgoing/find-outgoing.js'
import { type Context, inTransaction } from '../../../../platform/context.js'
import type { PaidCharge } from '../../../payments/index/charges/charge-receipt.js'
import { listLostCharges, listPaidCharges } from '../../../payments/index/charges/expect-charges.js'
import { timesOf } from '../../periods.js'
import { updateSubscription } from '../../subscription-store.js'
import { billingEventOf, withLocked } from '../attempt/attempt.js'
import type { Charge } from '../attempt/charge.js'
import {
  listByKeys,
  listSubmitted,
  listTransactions,
  saveCharges,
} from '../attempt/charge-store.js'
import { afterReversal } from '../due/schedule.js'
import { listUnregistered } from '../unregistered-charge-store.js'
import { saveBillingEvents } from './billing-event-store.js'
import { failReceipt, recordSuccess } from './end-attempt.js'
import { endBatch } from './end-batch.js'

const pageSize = 500
const successesAtOnce = 4

type Results = { succeeded: number; failed: number }

/**
 * Records the results of submitted charges: success with the confirmed payment, failure with the
 * final transaction. A charge whose result is not known stays submitted.
 */
export async function collectResults(
  ctx: Context,
  { chain, signal }: { chain: Chain; signal: AbortSignal },
): Promise<Results> {
  await reopenLost(ctx, signal)
  const succeeded = await recordPaid(ctx, signal)
  const failed = await endBatches(ctx, { chain, signal })
  return { succeeded, failed }
}

/** Reopens succeeded charges whose payment a reorganization removed. */
async function reopenLost(ctx: Context, signal: AbortSignal): Promise<void> {
  let after: Hash | null = null
  while (!signal.aborted) {
    const lostKeys: Hash[] = await listLostCharges(ctx, { after, limit: pageSize })
    for (const charge of await listByKeys(ctx.db, lostKeys)) {
      if (charge.state === 'succeeded') await reopenReversed(ctx, charge)
    }
    for (const charge of await listUnregistered(ctx.db, lostKeys)) {
      await inTransaction(ctx, (inTx) => failReceipt(inTx, charge))
    }
    after = lostKeys.at(-1) ?? null
    if (lostKeys.length < pageSize) return
  }
}

/** Records the submitted charges whose payment is confirmed. Returns how many. */
async function recordPaid(ctx: Context, signal: AbortSignal): Promise<number> {
  let succeeded = 0
  let after: Hash | null = null
  while (!signal.aborted) {
    const submitted: Charge[] = await listSubmitted(ctx.db, { after, limit: pageSize })
    const keys = submitted.map(({ chargeKey }) => chargeKey)
    const paidCharges = await listPaidCharges(ctx, keys)
    await mapConcurrent(submitted, successesAtOnce, async (charge) => {
      const payment = paidCharges.get(charge.chargeKey)
      if (signal.aborted || !payment) return
      if (await succeed(ctx, { charge, payment })) succeeded += 1
    })
    after = keys.at(-1) ?? null
    if (submitted.length < pageSize) break
  }
  return succeeded
}

function succeed(
  ctx: Context,
  { charge, payment }: { charge: Charge; payment: PaidCharge },
): Promise<boolean> {
  return withLocked(ctx, charge, (inTx, attempt) => recordSuccess(inTx, { attempt, payment }))
}

/** Ends submitted charges whose transaction did not pay them. Returns how many failed. */
async function endBatches(
  ctx: Context,
  { chain, signal }: { chain: Chain; signal: AbortSignal },
): Promise<number> {
  let failed = 0
  let after: string | null = null
  while (!signal.aborted) {
    const ids: string[] = await listTransactions(ctx.db, { after, limit: pageSize })
    for (const transaction of await listEndedOutgoing(ctx.db, ids)) {
      if (signal.aborted) break
      failed += await endBatch(ctx, { chain, transaction, signal })
    }
    after = ids.at(-1) ?? null
    if (ids.length < pageSize) break
  }
  return failed
}

/** Returns a charge to submitted after a reorganization. Its transaction is sent again. */
async function reopenReversed(ctx: Context, charge: Charge): Promise<void> {
  await withLocked(ctx, charge, async (inTx, attempt) => {
    const now = inTx.now()
    const pending = { status: 'pending', failureCode: null, transactionHash: null } as const
    const isOurs = charge.transactionId !== null
    const state = isOurs ? ('submitted' as const) : ('open' as const)
    await saveCharges(inTx.db, [{ ...attempt.charge, state, updatedAt: now }])
    await saveBillingEvents(inTx.db, [billingEventOf(inTx, attempt, pending)])
    const { subscription, period } = attempt
    const after = afterReversal(subscription, { period, now })
    await updateSubscription(inTx.db, isOurs ? after : { ...after, ...timesOf(after, now) })
    ctx.log.warn({ subscriptionId: subscription.id, period: period.index }, 'charge reversed')
  })
}
