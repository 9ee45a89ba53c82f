import type { Hash } from '../../../lib/hex.js'
import { mapConcurrent } from '../../../lib/map-concurrent.js'
import { MINUTE_MS } from '../../../lib/time.js'
import type { Chain, MinedTransaction } from '../../../platform/chain/chain.js'
import { findOutgoing } from '../../../platform/chain/outgoing/find-outgoing.js'
import type { Context, TxContext } from '../../../platform/context.js'
import { recordAnnouncedTransaction } from '../../settlement/announced/record-announced-transaction.js'
import { decodeIncoming } from '../../settlement/watch/read-range.js'
import { isChargeable } from '../subscription-status.js'
import { listByRefs, lockSubscription, updateSubscription } from '../subscription-store.js'
import { type Attempt, billingEventOf, loadAttempts } from './attempt.js'
import { saveBillingEvents } from './billing-event-store.js'
import type { Charge } from './charge.js'
import {
  countBatch,
  type Finished,
  listFinished,
  listReversed,
  saveCharges,
} from './charge-store.js'
import { classifyAttempts } from './classify-state.js'
import { recordFailure, recordSuccess } from './end-attempt.js'
import { afterReversal, timesOf } from './schedule.js'

const pageSize = 500
const atOnce = 4
const missedAfterMs = MINUTE_MS

export type Results = { succeeded: number; failed: number }

/**
 * Records the results of submitted charges: success with the confirmed payment, failure with the final transaction. A
 * charge whose result is not known stays submitted.
 */
export async function collectResults(
  ctx: Context,
  { chain, signal }: { chain: Chain; signal: AbortSignal },
): Promise<Results> {
  const { chainId } = ctx.config
  for (const charge of await listReversed(ctx.db, { chainId, limit: pageSize })) {
    await reopen(ctx, charge)
  }
  const total: Results = { succeeded: 0, failed: 0 }
  while (!signal.aborted) {
    const finished = await listFinished(ctx.db, { chainId, limit: pageSize })
    const { succeeded, failed } = await recordResults(ctx, { chain, signal, finished })
    total.succeeded += succeeded
    total.failed += failed
    // The others wait, or were divided.
    if (finished.length < pageSize || succeeded + failed === 0) break
  }
  return total
}

async function recordResults(
  ctx: Context,
  input: { chain: Chain; signal: AbortSignal; finished: readonly Finished[] },
): Promise<Results> {
  const { chain, signal, finished } = input
  let succeeded = 0
  await mapConcurrent(finished, atOnce, async ({ charge, paidBy }) => {
    if (signal.aborted || paidBy === null) return
    if (await succeed(ctx, { charge, transactionHash: paidBy })) succeeded += 1
  })
  let failed = 0
  for (const [transactionId, group] of groupUnpaid(finished)) {
    if (signal.aborted) break
    failed += await endBatch(ctx, { chain, transactionId, group })
  }
  return { succeeded, failed }
}

function groupUnpaid(finished: readonly Finished[]): Map<string, Finished[]> {
  const groups = new Map<string, Finished[]>()
  for (const one of finished) {
    const { transactionId } = one.charge
    if (one.paidBy !== null || transactionId === null) continue
    groups.set(transactionId, [...(groups.get(transactionId) ?? []), one])
  }
  return groups
}

async function succeed(
  ctx: Context,
  { charge, transactionHash }: { charge: Charge; transactionHash: Hash },
): Promise<boolean> {
  return withLocked(ctx, charge, async (inTx, attempt) => {
    await recordSuccess(inTx, { attempt, transactionHash })
  })
}

/** Ends the charges of a transaction that did not pay them. Returns how many failed. */
async function endBatch(
  ctx: Context,
  input: { chain: Chain; transactionId: string; group: readonly Finished[] },
): Promise<number> {
  const { chain, transactionId, group } = input
  const sent = await findOutgoing(ctx.db, { id: transactionId })
  if (!sent) return 0
  if (sent.state === 'reverted' || sent.state === 'failed') {
    return divide(ctx, { transactionId, group })
  }
  const mined = sent.hash && (await chain.findTransaction(sent.hash))
  // A reorganisation removed it, and it will be sent again.
  if (sent.state !== 'final' || !mined || mined.blockHash !== sent.blockHash) return 0
  return failUnpaid(ctx, { chain, mined, group })
}

/** Fails the charges that the transaction did not make. The others wait until their payments are confirmed. */
async function failUnpaid(
  ctx: Context,
  input: { chain: Chain; mined: MinedTransaction; group: readonly Finished[] },
): Promise<number> {
  const { chain, mined } = input
  const charged = new Set(decodeIncoming(mined.logs).charged.map(({ chargeKey }) => chargeKey))
  await announceMissed(ctx, { mined, charges: input.group.map(({ charge }) => charge), charged })
  const open = input.group.filter(({ charge }) => !charged.has(charge.chargeKey))
  const attempts = await loadOf(
    ctx,
    open.map(({ charge }) => charge),
  )
  const prospects = await classifyAttempts(chain, attempts)
  let failed = 0
  for (const [index, { charge }] of attempts.entries()) {
    const prospect = prospects[index]
    // Another party charged it first: its payment has the same key.
    if (prospect?.kind === 'charged') continue
    const code = prospect?.kind === 'failing' ? prospect.code : 'chain'
    const transactionHash = mined.hash
    const isFailed = await withLocked(ctx, charge, (inTx, attempt) =>
      recordFailure(inTx, { attempt, code, transactionHash }),
    )
    if (isFailed) failed += 1
  }
  return failed
}

/** Announces the transaction to settlement if it made charges whose payments are still not known after a while. */
async function announceMissed(
  ctx: Context,
  input: { mined: MinedTransaction; charges: readonly Charge[]; charged: ReadonlySet<Hash> },
): Promise<void> {
  const { mined, charges, charged } = input
  const before = ctx.now() - missedAfterMs
  for (const { merchant, receiptId, chargeKey, updatedAt } of charges) {
    if (receiptId === null || !charged.has(chargeKey) || updatedAt > before) continue
    const announced = { merchant, receiptId, hash: mined.hash, network: null, isOfCheckout: false }
    await ctx.db.transaction((tx) => recordAnnouncedTransaction({ ...ctx, db: tx }, announced))
  }
}

/**
 * Divides a batch that had no effect as a whole: its charges are due again at once, in batches of half the size. A charge
 * that fails alone has failed.
 */
async function divide(
  ctx: Context,
  { transactionId, group }: { transactionId: string; group: readonly Finished[] },
): Promise<number> {
  const size = await countBatch(ctx.db, transactionId)
  let failed = 0
  for (const { charge } of group) {
    await withLocked(ctx, charge, async (inTx, attempt) => {
      const { subscription, period } = attempt
      const isDue = isChargeable(subscription.status) && ctx.now() < period.endAt
      if (size > 1 && charge.maxBatch > 1 && isDue) {
        return reopenIn(inTx, attempt, Math.ceil(Math.min(size, charge.maxBatch) / 2))
      }
      failed += 1
      return recordFailure(inTx, { attempt, code: 'chain', transactionHash: null })
    })
  }
  return failed
}

async function reopenIn(ctx: TxContext, attempt: Attempt, maxBatch: number): Promise<void> {
  const { subscription, charge } = attempt
  const now = ctx.now()
  await saveCharges(ctx.db, [{ ...charge, state: 'open', maxBatch, updatedAt: now }])
  await updateSubscription(ctx.db, { ...subscription, ...timesOf(subscription, now) })
}

/** Returns a charge to submitted after a reorganisation. Its transaction is sent again. */
async function reopen(ctx: Context, charge: Charge): Promise<void> {
  await withLocked(
    ctx,
    charge,
    async (inTx, attempt) => {
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
    },
    'succeeded',
  )
}

/** Runs `work` with the subscription locked, if the charge still has the state. Returns whether it did. */
async function withLocked(
  ctx: Context,
  before: Charge,
  work: (inTx: TxContext, attempt: Attempt) => Promise<void>,
  state: Charge['state'] = 'submitted',
): Promise<boolean> {
  const { merchant, subscriptionId: id, periodIndex } = before
  return ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    const subscription = await lockSubscription(tx, { merchant, id })
    if (!subscription) return false
    const [attempt] = await loadAttempts(inTx, [{ subscription, periodIndex }])
    const isSame =
      attempt?.charge.state === state && attempt.charge.transactionId === before.transactionId
    if (!attempt || !isSame) return false
    await work(inTx, attempt)
    return true
  })
}

/** Loads the attempts of charges without a lock, to read the chain for them. */
async function loadOf(ctx: Context, charges: readonly Charge[]): Promise<Attempt[]> {
  const refs = charges.map(({ merchant, subscriptionId: id }) => ({ merchant, id }))
  const subscriptions = await listByRefs(ctx.db, refs)
  const byId = new Map(subscriptions.map((one) => [`${one.merchant} ${one.id}`, one]))
  const named = charges.flatMap(({ merchant, subscriptionId, periodIndex }) => {
    const subscription = byId.get(`${merchant} ${subscriptionId}`)
    return subscription ? [{ subscription, periodIndex }] : []
  })
  return loadAttempts(ctx, named)
}
