import { createHmac } from 'node:crypto'
import { findFormerKey } from '../../auth/keys/key-store.js'
import { type Counting, requireCall } from '../../auth/limits/take-call.js'
import { findOwnedMerchant } from '../../auth/merchants/member-store.js'
import { insertMerchant } from '../../auth/merchants/merchant-store.js'
import { listPlanSubscriptions, upsertPlanSubscription } from '../../auth/merchants/plan-store.js'
import { requireActive } from '../../auth/merchants/require-active.js'
import type { Address } from '../../lib/hex.js'
import { encodeBase32 } from '../../lib/ids.js'
import type { Context, TxContext } from '../../platform/context.js'
import { deriveKey } from '../../platform/secrets/derived-key.js'
import { recordChange } from '../audit/record-change.js'
import { requireBelowLimit } from '../keys/require-below-limit.js'
import { ensureOwnedMerchant, generatedAddressOf } from './ensure-owned-merchant.js'
import { issuePlanKey } from './issue-plan-key.js'

export type CreateStarterInput = {
  /** The wallet that the caller proved, or null. */
  wallet: Address | null
  /** Hash of the caller's network address. */
  network: string
  /** Makes a repeated request of the same wallet or network address change nothing. */
  idempotencyKey: string | null
  counting: Counting
  correlationId: string
}

/** `apiKey` is null when the request was repeated. */
export type Starter = { subscriptionId: string; merchant: Address; apiKey: string | null }

/**
 * Issues a free key for the merchant of the proven wallet, or for a new unclaimed merchant. An unclaimed merchant has no
 * owner and no payout address until a wallet claims it.
 *
 * @throws {AppError} `rate_limited`, `invalid_input` when the merchant has too many keys, `merchant_suspended`.
 */
export async function createStarter(ctx: Context, input: CreateStarterInput): Promise<Starter> {
  const { wallet, network, counting, correlationId } = input
  const ids = idsOf(ctx, input)
  const known = await findKnown(ctx, { wallet, ...ids })
  if (known) return { ...known, apiKey: null }
  await requireCall(counting, 'free-keys', { network, ...(wallet && { wallet }) })
  return ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    const { merchant, subscriptionId } = wallet
      ? await ensureStarterSubscription(inTx, { wallet, ...ids, correlationId })
      : await addUnclaimedMerchant(inTx, { ...ids, correlationId })
    const { keyId } = ids
    // The same request may have been sent twice at once.
    const isKnown = await findFormerKey(tx, { merchant, id: keyId })
    if (isKnown) return { merchant, subscriptionId, apiKey: null }
    const key = { merchant, subscriptionId, plan: 'starter', keyId, correlationId } as const
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

type NewKey = Ids & { correlationId: string }
type Subscription = Pick<Starter, 'merchant' | 'subscriptionId'>

/**
 * Returns the starter subscription of the wallet's merchant, which may have one more key. Creates what is missing.
 *
 * @throws {AppError} `invalid_input` when the merchant has too many keys, `merchant_suspended`.
 */
async function ensureStarterSubscription(
  ctx: TxContext,
  { wallet, keyId, newSubscriptionId: id, correlationId }: NewKey & { wallet: Address },
): Promise<Subscription> {
  const merchant = await ensureOwnedMerchant(ctx, { wallet, correlationId })
  await requireActive(ctx, merchant)
  await requireBelowLimit(ctx, { merchant, besides: keyId })
  const known = (await listPlanSubscriptions(ctx.db, merchant)).find(
    ({ plan, callsPerMinute }) => plan === 'starter' && callsPerMinute === null,
  )
  if (known) return { merchant, subscriptionId: known.id }

  const terms = { plan: 'starter', callsPerMinute: null, createdAt: ctx.now() } as const
  await upsertPlanSubscription(ctx.db, { ...terms, merchant, id })
  return { merchant, subscriptionId: id }
}

async function addUnclaimedMerchant(
  ctx: TxContext,
  { keyId, newSubscriptionId: subscriptionId, correlationId }: NewKey,
): Promise<Subscription> {
  const merchant = generatedAddressOf(subscriptionId)
  const terms = { subscriptionId, plan: 'starter', createdAt: ctx.now() } as const
  const isNew = await insertMerchant(ctx.db, { ...terms, wallet: merchant, owner: null })
  if (!isNew) return { merchant, subscriptionId }
  await recordChange(ctx, {
    by: { merchant, keyId, role: 'key', correlationId },
    action: 'merchant.created',
    target: merchant,
    before: null,
    after: { plan: 'starter', isClaimed: false },
  })
  return { merchant, subscriptionId }
}
