import { type Counting, requireCall } from '../../auth/limits/take-call.js'
import { insertMerchant } from '../../auth/merchants/merchant-store.js'
import { listPlanSubscriptions, upsertPlanSubscription } from '../../auth/merchants/plan-store.js'
import type { Address } from '../../lib/hex.js'
import type { Context, TxContext } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { requireBelowLimit } from '../keys/require-below-limit.js'
import { issuePlanKey } from './issue-plan-key.js'
import { derivedAddressOf, ensureOwnMerchant } from './own-merchant.js'

export type CreateStarterInput = {
  /** The wallet that the caller proved, or null. */
  wallet: Address | null
  /** Hash of the caller's network address. */
  network: string
  counting: Counting
  correlationId: string
}

export type Starter = { subscriptionId: string; merchant: Address; apiKey: string }

/**
 * Issues a free key: of the merchant of the proven wallet, or of a new unclaimed merchant. An unclaimed merchant has no
 * owner and no payout address until a wallet claims it.
 *
 * @throws {AppError} `rate_limited`, `invalid_input` when the merchant has too many keys.
 */
export async function createStarter(
  ctx: Context,
  { wallet, network, counting, correlationId }: CreateStarterInput,
): Promise<Starter> {
  await requireCall(counting, 'free-keys', { network, ...(wallet && { wallet }) })
  const keyId = ctx.newId('key')
  return ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    const { merchant, subscriptionId } = wallet
      ? await findStarter(inTx, { wallet, keyId, correlationId })
      : await addUnclaimed(inTx, { keyId, correlationId })
    const plan = 'starter'
    const issued = await issuePlanKey(inTx, {
      merchant,
      subscriptionId,
      plan,
      keyId,
      correlationId,
    })
    return { merchant, subscriptionId, apiKey: issued.apiKey }
  })
}

type NewKey = { keyId: string; correlationId: string }
type Subscription = Pick<Starter, 'merchant' | 'subscriptionId'>

/** Returns the starter subscription of the wallet's merchant. Adds a missing one. */
async function findStarter(
  ctx: TxContext,
  { wallet, keyId, correlationId }: NewKey & { wallet: Address },
): Promise<Subscription> {
  const merchant = await ensureOwnMerchant(ctx, { wallet, correlationId })
  await requireBelowLimit(ctx, { merchant, besides: keyId })
  const known = (await listPlanSubscriptions(ctx.db, merchant)).find(
    ({ plan, callsPerMinute }) => plan === 'starter' && callsPerMinute === null,
  )
  if (known) return { merchant, subscriptionId: known.id }

  const id = ctx.newId('dsub')
  const terms = { plan: 'starter', callsPerMinute: null, createdAt: ctx.now() } as const
  await upsertPlanSubscription(ctx.db, { ...terms, merchant, id })
  return { merchant, subscriptionId: id }
}

async function addUnclaimed(
  ctx: TxContext,
  { keyId, correlationId }: NewKey,
): Promise<Subscription> {
  const subscriptionId = ctx.newId('dsub')
  const merchant = derivedAddressOf(subscriptionId)
  const terms = { subscriptionId, plan: 'starter', createdAt: ctx.now() } as const
  const isNew = await insertMerchant(ctx.db, { ...terms, wallet: merchant, owner: null })
  if (!isNew) throw new Error(`the derived address ${merchant} exists already`)
  await recordChange(ctx, {
    by: { merchant, keyId, role: 'key', correlationId },
    action: 'merchant.created',
    target: merchant,
    before: null,
    after: { plan: 'starter', isClaimed: false },
  })
  return { merchant, subscriptionId }
}
