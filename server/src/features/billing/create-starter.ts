import { createHmac } from 'node:crypto'
import { findFormerKey } from '../../auth/keys/key-store.js'
import { type LimitContext, requireCall } from '../../auth/limits/take-call.js'
import { findOwnedMerchant } from '../../auth/merchants/member-store.js'
import { insertMerchant } from '../../auth/merchants/merchant-store.js'
import {
  listPlanSubscriptions,
  markFree,
  upsertPlanSubscription,
} from '../../auth/merchants/plan-store.js'
import { requireActive } from '../../auth/merchants/require-active.js'
import type { Plan } from '../../auth/plans.js'
import type { Address } from '../../lib/hex.js'
import { encodeBase32 } from '../../lib/ids.js'
import { type Context, inTransaction, type TxContext } from '../../platform/context.js'
import { deriveKey } from '../../platform/secrets/derived-key.js'
import { recordChange } from '../audit/record-change.js'
import { requireBelowLimit } from '../keys/require-below-limit.js'
import { ensureOwnedMerchant, generatedAddressOf } from './grant-plan.js'
import { issuePlanKey } from './issue-plan-key.js'

export type CreateStarterInput = {
  /** The wallet that the caller proved, or null. */
  wallet: Address | null
  /** Hash of the caller's network address. */
  network: string
  /** Makes a repeated request of the same wallet or network address change nothing. */
  idempotencyKey: string | null
  counting: LimitContext
  correlationId: string
  /** A plan without a price. Default: the starter plan. */
  plan?: Plan
}

/** `apiKey` is null when the request was repeated. */
export type Starter = { subscriptionId: string; merchant: Address; apiKey: string | null }

/**
 * Issues a free key for the merchant of the proven wallet, or for a new unclaimed merchant. An
 * unclaimed merchant has no owner and no payout address until a wallet claims it.
 *
 * @throws {AppError} `rate_limited`, `invalid_input` when the merchant has too many keys,
 *   `merchant_suspended`.
 */
export async function createStarter(ctx: Context, input: CreateStarterInput): Promise<Starter> {
  const { wallet, network, counting, correlationId, plan = 'starter' } = input
  const ids = idsOf(ctx, input)
  const starter = await findKnown(ctx, { wallet, ...ids })
  if (starter) return { ...starter, apiKey: null }
  await requireCall(counting, 'free-keys', { network, ...(wallet && { wallet }) })
  return inTransaction(ctx, async (inTx) => {
    const { merchant, subscriptionId } = wallet
      ? await ensureFreeSubscription(inTx, { wallet, ...ids, plan, correlationId })
      : await addUnclaimedMerchant(inTx, { ...ids, plan, correlationId })
    const { keyId } = ids
    // The same request may have been sent twice at once.
    const isKnown = await findFormerKey(inTx.db, { merchant, id: keyId })
    if (isKnown) return { merchant, subscriptionId, apiKey: null }
    const key = { merchant, subscriptionId, plan, keyId, correlationId }
    const { apiKey } = await issuePlanKey(inTx, key)
    return { merchant, subscriptionId, apiKey }
  })
}

type Ids = { keyId: string; newSubscriptionId: string }

/** Returns the ids of what a request creates. The same request has the same ids. */
function idsOf(ctx: Context, { wallet, network, idempotencyKey }: CreateStarterInput): Ids {
  if (idempotencyKey === null) {
    return { keyId: ctx.newId('key'), newSubscriptionId: ctx.newId('dsub') }
  }
  const seed = createHmac('sha256', deriveKey(ctx.config.masterKey, 'starter-id'))
    .update(`${wallet ?? network}\n${idempotencyKey}`)
    .digest()
  const id = encodeBase32(seed.subarray(0, 16))
  return { keyId: `key_${id}`, newSubscriptionId: `dsub_${id}` }
}

/** Returns the subscription that the same request was given before. */
async function findKnown(
  { db }: Pick<Context, 'db'>,
  { wallet, keyId, newSubscriptionId }: Ids & { wallet: Address | null },
): Promise<Subscription | null> {
  const merchant = wallet
    ? await findOwnedMerchant(db, wallet)
    : generatedAddressOf(newSubscriptionId)
  const key = merchant && (await findFormerKey(db, { merchant, id: keyId }))
  return key ? { merchant, subscriptionId: key.subscriptionId } : null
}

type NewKey = Ids & { plan: Plan; correlationId: string }
type Subscription = Pick<Starter, 'merchant' | 'subscriptionId'>

/**
 * Returns the free subscription of the wallet's merchant, which may have one more key. Creates what
 * is missing.
 *
 * @throws {AppError} `invalid_input` when the merchant has too many keys, `merchant_suspended`.
 */
async function ensureFreeSubscription(
  ctx: TxContext,
  { wallet, keyId, newSubscriptionId: id, plan, correlationId }: NewKey & { wallet: Address },
): Promise<Subscription> {
  const merchant = await ensureOwnedMerchant(ctx, { wallet, correlationId })
  await requireActive(ctx, merchant)
  await requireBelowLimit(ctx, { merchant, exceptId: keyId })
  const free = (await listPlanSubscriptions(ctx.db, merchant)).find(
    (subscription) =>
      subscription.plan === plan &&
      subscription.paidUntil === null &&
      subscription.callsPerMinute === null,
  )
  if (free) return { merchant, subscriptionId: free.id }

  const terms = { plan, callsPerMinute: null, createdAt: ctx.now() }
  await upsertPlanSubscription(ctx.db, { ...terms, merchant, id })
  await markFree(ctx.db, { merchant, id })
  return { merchant, subscriptionId: id }
}

async function addUnclaimedMerchant(
  ctx: TxContext,
  { keyId, newSubscriptionId: subscriptionId, plan, correlationId }: NewKey,
): Promise<Subscription> {
  const merchant = generatedAddressOf(subscriptionId)
  const terms = { subscriptionId, plan, createdAt: ctx.now() }
  const isNew = await insertMerchant(ctx.db, { ...terms, wallet: merchant, owner: null })
  if (!isNew) return { merchant, subscriptionId }
  await markFree(ctx.db, { merchant, id: subscriptionId })
  await recordChange(ctx, {
    by: { merchant, keyId, role: 'key', correlationId },
    action: 'merchant.created',
    target: merchant,
    before: null,
    after: { plan, isClaimed: false },
  })
  return { merchant, subscriptionId }
}
