import type { Hash } from '../../../../lib/hex.js'
import { MINUTE_MS } from '../../../../lib/time.js'
import type { Chain, MinedTransaction } from '../../../../platform/chain/chain.js'
import type { Outgoing } from '../../../../platform/chain/outgoing/outgoing.js'
import { cancelPlanned } from '../../../../platform/chain/outgoing/stores/progress-store.js'
import { type Context, inTransaction, type TxContext } from '../../../../platform/context.js'
import { announceOwnTransaction } from '../../../payments/find/announced/announce-own-transaction.js'
import { listPaidCharges, readCharges } from '../../../payments/index/charges/expect-charges.js'
import { isChargeable } from '../../lifecycle/subscription-status.js'
import { timesOf } from '../../periods.js'
import type { Subscription } from '../../subscription.js'
import { listByRefs, lockSubscriptions, updateSubscription } from '../../subscription-store.js'
import {
  type Attempt,
  loadAttempts,
  type SubscriptionPeriod,
  withLocked,
} from '../attempt/attempt.js'
import type { Charge, FailureCode } from '../attempt/charge.js'
import { listBatch, listInFlight, saveCharges } from '../attempt/charge-store.js'
import { classifyAttempts, type Prospect } from '../attempt/classify-state.js'
import { adoptCharges } from './adopt-charge.js'
import { abandonCharge, recordFailure } from './end-attempt.js'

const missedAfterMs = MINUTE_MS

/** Ends the charges that an ended transaction did not make. Returns how many failed. */
export async function endBatch(
  ctx: Context,
  { chain, transaction, signal }: { chain: Chain; transaction: Outgoing; signal: AbortSignal },
): Promise<number> {
  if (transaction.state !== 'final') {
    const latest = await chain.findBlock('latest')
    const seconds = Number(latest?.timestampSeconds ?? 0n)
    return inTransaction(ctx, (inTx) => divideBatch(inTx, { id: transaction.id, seconds }))
  }
  const mined = transaction.hash && (await chain.findTransaction(transaction.hash))
  // A reorganization removed it, and it will be sent again.
  if (!mined || mined.blockHash !== transaction.blockHash) return 0
  return failUnpaid(ctx, { chain, mined, charges: await listBatch(ctx.db, transaction.id), signal })
}

/** Fails the charges that the transaction did not make. The others wait for confirmation. */
async function failUnpaid(
  ctx: Context,
  input: { chain: Chain; mined: MinedTransaction; charges: readonly Charge[]; signal: AbortSignal },
): Promise<number> {
  const { chain, mined, charges, signal } = input
  const chargedKeys = new Set(readCharges(mined.logs).map(({ chargeKey }) => chargeKey))
  await announceMissed(ctx, { mined, charges, made: chargedKeys })
  const attempts = await loadAttemptsOf(
    ctx,
    charges.filter(({ chargeKey }) => !chargedKeys.has(chargeKey)),
  )
  if (attempts.length === 0) return 0
  const prospects = await classifyAttempts(ctx, { chain, attempts })
  const block = await chain.findBlock(mined.blockNumber)
  const minedSeconds = Number(block?.timestampSeconds ?? 0n)
  let failed = 0
  const missed: Attempt[] = []
  for (const [index, attempt] of attempts.entries()) {
    const { subscription, charge } = attempt
    const prospect = prospects[index]
    // Another party charged it first. The watcher missed that if it read the block before it knew
    // the key.
    if (prospect?.kind === 'charged') {
      if (isMissed(ctx, charge)) missed.push(attempt)
      continue
    }
    // The next round looks again.
    if (prospect?.kind === 'unconfirmed') continue
    const code = failureCodeOf(prospect, { subscription, minedSeconds })
    const isFailed = await withLocked(ctx, charge, (inTx, attempt) =>
      recordFailure(inTx, { attempt, code, transactionHash: mined.hash }),
    )
    if (isFailed) failed += 1
  }
  await adoptCharges(ctx, { chain, attempts: missed, signal })
  return failed
}

/** Returns why a final transaction did not make a charge, from its block and the state on chain. */
function failureCodeOf(
  prospect: Prospect | undefined,
  { subscription, minedSeconds }: { subscription: Subscription; minedSeconds: number },
): FailureCode {
  const code = prospect?.kind === 'failing' ? prospect.code : 'chain'
  if (code === 'revoked') return code
  return minedSeconds >= subscription.permission.end ? 'expired' : code
}

/** Announces the transaction to settlement if payments of its charges are missing after a while. */
async function announceMissed(
  ctx: Context,
  input: { mined: MinedTransaction; charges: readonly Charge[]; made: ReadonlySet<Hash> },
): Promise<void> {
  const { mined, charges, made } = input
  for (const charge of charges) {
    const { merchant, receiptId, chargeKey } = charge
    if (receiptId === null || !made.has(chargeKey) || !isMissed(ctx, charge)) continue
    const announced = { merchant, receiptId, hash: mined.hash }
    await inTransaction(ctx, (inTx) => announceOwnTransaction(inTx, announced))
  }
}

/** Returns whether the payment of a charge should be confirmed by now. */
function isMissed({ now }: Pick<Context, 'now'>, { updatedAt }: Charge): boolean {
  return updatedAt <= now() - missedAfterMs
}

/**
 * Divides a batch that had no effect as a whole: its charges are due again at once, in batches of
 * half the size. A charge that fails alone has failed. Call it in one transaction, because the size
 * of a partly divided batch is not known. The time on chain decides whether a permission has
 * expired, because our clock may be ahead.
 */
async function divideBatch(
  ctx: TxContext,
  { id, seconds }: { id: string; seconds: number },
): Promise<number> {
  const attempts = await lockBatch(ctx, id)
  const paidCharges = await listPaidCharges(
    ctx,
    attempts.map(({ charge }) => charge.chargeKey),
  )
  let failed = 0
  for (const attempt of attempts) {
    const { subscription, period, charge } = attempt
    // Another party charged it.
    if (paidCharges.has(charge.chargeKey)) continue
    const now = ctx.now()
    const isDue = isChargeable(subscription.status) && now < period.endAt
    if (attempts.length > 1 && charge.maxBatch > 1 && isDue) {
      const maxBatch = Math.ceil(Math.min(attempts.length, charge.maxBatch) / 2)
      await reopenCharge(ctx, { attempt, maxBatch })
      continue
    }
    failed += 1
    const code = seconds >= subscription.permission.end ? 'expired' : 'chain'
    await recordFailure(ctx, { attempt, code, transactionHash: null })
  }
  return failed
}

/** Locks the subscriptions of a batch, and returns its submitted charges. */
async function lockBatch(ctx: TxContext, transactionId: string): Promise<Attempt[]> {
  const charges = await listBatch(ctx.db, transactionId)
  const subscriptions = await lockSubscriptions(ctx.db, charges.map(refOf))
  const attempts = await loadAttempts(ctx, pairWithSubscriptions(charges, subscriptions))
  return attempts.filter(
    ({ charge }) => charge.state === 'submitted' && charge.transactionId === transactionId,
  )
}

/** Makes a charge due again at once, as the same attempt. */
async function reopenCharge(
  ctx: TxContext,
  { attempt, maxBatch }: { attempt: Attempt; maxBatch: number },
): Promise<void> {
  const { subscription, charge } = attempt
  const now = ctx.now()
  await saveCharges(ctx.db, [{ ...charge, state: 'open', maxBatch, updatedAt: now }])
  await updateSubscription(ctx.db, { ...subscription, ...timesOf(subscription, now) })
}

/** Loads the attempts of charges without a lock, to read the chain for them. */
async function loadAttemptsOf(ctx: Context, charges: readonly Charge[]): Promise<Attempt[]> {
  const subscriptions = await listByRefs(ctx.db, charges.map(refOf))
  return loadAttempts(ctx, pairWithSubscriptions(charges, subscriptions))
}

function refOf({ merchant, subscriptionId: id }: Charge) {
  return { merchant, id }
}

function pairWithSubscriptions(
  charges: readonly Charge[],
  subscriptions: readonly Subscription[],
): SubscriptionPeriod[] {
  const byId = new Map(
    subscriptions.map((subscription) => [
      `${subscription.merchant} ${subscription.id}`,
      subscription,
    ]),
  )
  return charges.flatMap(({ merchant, subscriptionId, periodIndex }) => {
    const subscription = byId.get(`${merchant} ${subscriptionId}`)
    return subscription ? [{ subscription, periodIndex }] : []
  })
}

/**
 * Drops the planned charges of a subscription that was paused or canceled, unless their transaction
 * is signed. Charges of others in the same transaction are due again at once. The caller holds the
 * lock of the subscription.
 */
export async function dropPlanned(ctx: TxContext, subscription: Subscription): Promise<void> {
  const { merchant, id, status } = subscription
  for (const { transactionId } of await listInFlight(ctx.db, subscription)) {
    if (transactionId === null) continue
    const error = `A subscription of the batch was ${status}`
    if (!(await cancelPlanned(ctx.db, { id: transactionId, error }))) continue
    for (const attempt of await lockBatch(ctx, transactionId)) {
      const { charge } = attempt
      const isOwn = charge.merchant === merchant && charge.subscriptionId === id
      if (isOwn && status === 'canceled') await abandonCharge(ctx, attempt)
      else await reopenCharge(ctx, { attempt, maxBatch: charge.maxBatch })
    }
    ctx.db.afterCommit(() => ctx.wakeups.wake('subscriptions'))
  }
}
