import type { Address } from '../../../../lib/hex.js'
import { DAY_MS, HOUR_MS, MINUTE_MS, unixMs } from '../../../../lib/time.js'
import type { Chain, Hex } from '../../../../platform/chain/chain.js'
import { subscriptionChargerAbi } from '../../../../platform/chain/generated/subscription-charger.js'
import { checkGasBudget } from '../../../../platform/chain/outgoing/gas-budget.js'
import { planTransaction } from '../../../../platform/chain/outgoing/plan-transaction.js'
import { keyOf } from '../../../../platform/chain/outgoing/relayer-keys.js'
import type { Purpose } from '../../../../platform/chain/outgoing/signer-roles.js'
import { findCancelKey } from '../../../../platform/chain/signing-keys.js'
import { nativeToken } from '../../../../platform/chain/tokens.js'
import { type Context, inTransaction, type TxContext } from '../../../../platform/context.js'
import { readSafeRevocations } from '../../charging/attempt/read-permission-states.js'
import { gasOfData, withCreations } from '../../charging/batch/encode-charges.js'
import { maxCreations } from '../../charging/batch/gather-batches.js'
import { listMissing } from '../../charging/due/charge-due.js'
import type { BillingPlanVersion } from '../../plans/plan.js'
import type { Subscription } from '../../subscription.js'
import { signCancellation } from './cancellation-message.js'
import { checkAgainMs, checkRevoked, readSubscriptionStates, watchMs } from './check-revoked.js'
import {
  confirmRevocation,
  lockDue,
  markSent,
  type Revocation,
  retryRevocation,
  revocationBatch,
  unconfirmRevocation,
} from './revocation-store.js'

/** A cancellation with the terms of its plan and the key that signs it. */
type ReadyRevocation = Revocation & { version: BillingPlanVersion; key: Hex }

type Batch = {
  merchant: Address
  purpose: Purpose
  items: ReadyRevocation[]
  missingVersions: BillingPlanVersion[]
}

const baseGas = 60_000n
/** Each takes about 48,000. No code of wallets runs. */
const gasEach = 80_000n

/**
 * Plans the transactions that cancel subscriptions on chain, in batches of one merchant. Those
 * without gas budget wait. Returns how many were planned.
 */
export async function planRevocations(
  ctx: Context,
  {
    chain,
    revocations,
    signal,
  }: { chain: Chain; revocations: readonly Revocation[]; signal: AbortSignal },
): Promise<number> {
  if (revocations.length === 0 || keyOf(ctx.config, 'cancellations') === null) return 0
  const ready = await listReady(ctx, { chain, revocations })
  const missingVersions = await listMissing(
    chain,
    ready.map(({ version }) => version),
  )
  let planned = 0
  for (const batch of gather(ready, missingVersions)) {
    if (signal.aborted) break
    planned += await planBatch(ctx, batch)
  }
  return planned
}

/** Lists the cancellations to send. Confirms those on chain, or whose permission has ended. */
async function listReady(
  ctx: Context,
  { chain, revocations }: { chain: Chain; revocations: readonly Revocation[] },
): Promise<ReadyRevocation[]> {
  const subscriptions = revocations.map(({ subscription }) => subscription)
  const states = await readSubscriptionStates(ctx, { chain, subscriptions })
  const revoked = states
    .filter(({ state }) => state?.isRevoked)
    .map(({ subscription: { permission }, version: { manager } }) => ({ permission, manager }))
  const safe = await readSafeRevocations(ctx, { chain, revoked })
  const ready: ReadyRevocation[] = []
  for (const [index, { subscription, version, state }] of states.entries()) {
    const { permission, onChain, status } = subscription
    if (status === 'revoked') {
      await checkRevoked(ctx, { subscription, state })
      continue
    }
    if (permission.end <= safe.seconds) {
      await confirmRevocation(ctx.db, subscription)
      continue
    }
    if (state?.isRevoked) {
      const isSafe = safe.permissions.has(permission)
      await (isSafe ? confirmSeen : postponeSeen)(ctx, subscription)
      continue
    }
    if (onChain === 'confirmed' && !state) {
      await confirmSeen(ctx, subscription)
      continue
    }
    if (onChain === 'confirmed') await unconfirmRevocation(ctx.db, subscription)
    const isHere = version.chainId === ctx.config.chainId
    const key = state && isHere ? await findCancelKey(ctx.config, version.canceler) : null
    // Without canceler only the customer can cancel on chain.
    const noKeyMs = version.canceler === nativeToken ? DAY_MS : HOUR_MS
    const delayMs = state ? noKeyMs : checkAgainMs
    const attempts = revocations[index]?.attempts ?? 0
    if (key) ready.push({ subscription, attempts, version, key })
    else await postpone(ctx, { subscriptions: [subscription], delayMs })
  }
  return ready
}

/** Confirms a revocation by another party. Checks for a day whether a reorganization removes it. */
function confirmSeen(ctx: Context, subscription: Subscription): Promise<void> {
  const isWatched = ctx.now() < (subscription.canceledAt ?? 0) + watchMs
  const checkAt = isWatched ? unixMs(ctx.now() + checkAgainMs) : null
  return confirmRevocation(ctx.db, subscription, checkAt)
}

function postponeSeen(ctx: Context, subscription: Subscription): Promise<void> {
  return postpone(ctx, { subscriptions: [subscription], delayMs: MINUTE_MS })
}

/** Divides cancellations into batches of one merchant. One that had no effect before is alone. */
function gather(
  ready: readonly ReadyRevocation[],
  missingVersions: readonly BillingPlanVersion[],
): Batch[] {
  const batches: Batch[] = []
  const openBatches = new Map<string, Batch>()
  for (const item of ready) {
    const { merchant, chargedPeriod } = item.subscription
    const purpose = chargedPeriod === null ? 'subscription.cancel_unused' : 'subscription.cancel'
    const needed = missingVersions.filter(({ spender }) => spender === item.version.spender)
    const key = `${merchant} ${purpose}`
    const current = item.attempts > 0 ? undefined : openBatches.get(key)
    const spenders = new Set([...(current?.missingVersions ?? []), ...needed])
    if (current && current.items.length < revocationBatch && spenders.size <= maxCreations) {
      current.items.push(item)
      current.missingVersions = [...spenders]
      continue
    }
    const batch: Batch = { merchant, purpose, items: [item], missingVersions: needed }
    batches.push(batch)
    if (item.attempts === 0) openBatches.set(key, batch)
  }
  return batches
}

/** Plans as many as the gas budget allows by halving the batch, and postpones the others. */
async function planBatch(ctx: Context, batch: Batch): Promise<number> {
  const result = await inTransaction(ctx, (inTx) => submit(inTx, batch))
  if (result.kind === 'planned') return result.count
  const half = Math.floor(batch.items.length / 2)
  const subscriptions = batch.items.slice(half).map(({ subscription }) => subscription)
  await postpone(ctx, { subscriptions, delayMs: result.retryAfterMs })
  if (half === 0) return 0
  const items = batch.items.slice(0, half)
  const spenders = new Set(items.map(({ version }) => version.spender))
  const missingVersions = batch.missingVersions.filter(({ spender }) => spenders.has(spender))
  return planBatch(ctx, { ...batch, items, missingVersions })
}

async function submit(
  ctx: TxContext,
  { merchant, purpose, items: before, missingVersions }: Batch,
): Promise<{ kind: 'planned'; count: number } | { kind: 'spent'; retryAfterMs: number }> {
  const { chainId } = ctx.config
  const refs = before.map(({ subscription }) => subscription)
  const locked = new Set((await lockDue(ctx.db, { refs, now: ctx.now() })).map(({ id }) => id))
  const items = before.filter(({ subscription }) => locked.has(subscription.id))
  if (items.length === 0) return { kind: 'planned', count: 0 }
  const call = await encodeCancellations(chainId, items, missingVersions)
  const budgeted = { merchant, payer: null, purpose, gas: call.gas } as const
  const refusal = await checkGasBudget(ctx, budgeted)
  if (refusal) return { kind: 'spent', ...refusal }
  const key = `cancel:${ctx.newId('txn')}`
  const transaction = await planTransaction(ctx, { chainId, key, value: 0n, ...budgeted, ...call })
  const marked = items.map(({ subscription }) => subscription)
  await markSent(ctx.db, { refs: marked, transactionId: transaction.id })
  return { kind: 'planned', count: items.length }
}

/** The canceler signs and the relayer sends: a customer's signature could run wallet code. */
async function encodeCancellations(
  chainId: number,
  items: readonly ReadyRevocation[],
  missingVersions: readonly BillingPlanVersion[],
) {
  const { encodeFunctionData } = await import('viem')
  const cancellations = await Promise.all(
    items.map(async ({ subscription: { permission, permissionHash }, key }) => ({
      permission,
      signature: await signCancellation(key, { chainId, permissionHash }),
    })),
  )
  const data = encodeFunctionData({
    abi: subscriptionChargerAbi,
    functionName: 'cancel',
    args: [cancellations],
  })
  const gas = baseGas + gasOfData(data) + BigInt(items.length) * gasEach
  return withCreations({ data, gas, missingVersions })
}

async function postpone(
  ctx: Pick<Context, 'db' | 'now'>,
  { subscriptions, delayMs }: { subscriptions: readonly Subscription[]; delayMs: number },
): Promise<void> {
  const revokeAt = unixMs(ctx.now() + delayMs)
  for (const ref of subscriptions) {
    await retryRevocation(ctx.db, { ref, revokeAt, isFailed: false })
  }
}
