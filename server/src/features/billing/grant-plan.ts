import { findOwnedMerchant } from '../../auth/merchants/member-store.js'
import { lockMerchant } from '../../auth/merchants/merchant-store.js'
import { listPlanSubscriptions, upsertPaidSubscription } from '../../auth/merchants/plan-store.js'
import { type Plan, planSeconds } from '../../auth/plans.js'
import { hashText } from '../../lib/create2.js'
import { type Address, knownAddress } from '../../lib/hex.js'
import { type BaseUnits, micros } from '../../lib/money.js'
import { SECOND_MS, type UnixMs, unixMs } from '../../lib/time.js'
import { assetName } from '../../platform/chain/assets/asset-name.js'
import { findToken } from '../../platform/chain/tokens.js'
import type { TxContext } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { planEntries } from '../ledger/entries.js'
import { post } from '../ledger/post.js'
import { addMerchant } from '../sessions/create-merchant.js'
import { findPurchase, insertPurchase, type Purchase } from './purchase-store.js'

export type GrantPlanInput = {
  /** The wallet that paid, in USDC. */
  wallet: Address
  plan: Plan
  /** Identifies the purchase of the wallet, so that a repeated call grants nothing. */
  purchaseId: string
  transactionHash: string
  units: BaseUnits
  /** Defaults to `purchaseId`. */
  correlationId?: string
}

export type GrantedPlan = {
  subscriptionId: string
  merchant: Address
  paidUntil: UnixMs
  /** False when the purchase was recorded before. */
  isNew: boolean
}

/**
 * Grants a paid plan for 30 days to the merchant that a wallet owns, and posts the payment to the
 * ledger. Creates the merchant if the wallet owns none, and extends a plan that has not ended.
 * Repeating a purchase changes nothing.
 */
export async function grantPlan(ctx: TxContext, input: GrantPlanInput): Promise<GrantedPlan> {
  const { wallet, plan, purchaseId, correlationId = purchaseId } = input
  const merchant = await ensureOwnedMerchant(ctx, { wallet, correlationId })
  await lockMerchant(ctx.db, merchant)
  const existing = await findPurchase(ctx.db, { payer: wallet, id: purchaseId })
  if (existing) {
    const { plan: _, ...granted } = existing
    return { ...granted, isNew: false }
  }

  const { subscriptionId, paidUntil, before } = await extendPlan(ctx, { merchant, plan })
  const purchase = {
    payer: wallet,
    id: purchaseId,
    merchant,
    subscriptionId,
    plan,
    units: input.units,
    transactionHash: input.transactionHash,
    grantedSeconds: planSeconds,
    paidUntil,
    createdAt: ctx.now(),
  }
  await insertPurchase(ctx.db, purchase)
  await postPurchase(ctx, purchase)
  await recordChange(ctx, {
    by: { merchant, person: wallet, role: 'owner', correlationId },
    action: 'plan.purchased',
    target: subscriptionId,
    before: before && { paidUntil: before },
    after: { plan, paidUntil, transactionHash: input.transactionHash },
  })
  return { subscriptionId, merchant, paidUntil, isNew: true }
}

/** Extends or adds the subscription to a paid plan, from its end, or from now if it has ended. */
async function extendPlan(
  ctx: TxContext,
  { merchant, plan }: { merchant: Address; plan: Plan },
): Promise<{ subscriptionId: string; paidUntil: UnixMs; before: UnixMs | null }> {
  const now = ctx.now()
  const subscriptions = await listPlanSubscriptions(ctx.db, merchant)
  const current = subscriptions.find(
    (subscription) => subscription.plan === plan && subscription.paidUntil !== null,
  )
  const before = current?.paidUntil ?? null
  const paidUntil = unixMs(Math.max(now, before ?? 0) + planSeconds * SECOND_MS)
  const id = current?.id ?? ctx.newId('dsub')
  await upsertPaidSubscription(ctx.db, { merchant, id, plan, paidUntil, createdAt: now })
  return { subscriptionId: id, paidUntil, before }
}

/** Returns the key of a purchase's posting in the ledger. */
export function postingKeyOf(purchaseId: string): string {
  return `plan:${purchaseId}`
}

async function postPurchase(ctx: TxContext, purchase: Purchase): Promise<void> {
  const { chainId } = ctx.config
  const token = findToken(chainId, 'USDC')
  if (!token) throw new Error(`USDC is not known on the chain ${chainId}`)
  const { merchant, id, units, transactionHash, createdAt } = purchase
  // One unit of USDC is a millionth of a dollar.
  const usdMicros = micros(units)
  await post(ctx, {
    merchant,
    key: postingKeyOf(id),
    kind: 'plan',
    at: createdAt,
    receiptId: null,
    transactionHash,
    entries: planEntries({
      asset: assetName({ chainId, token: token.address }),
      units,
      usdMicros,
    }),
  })
}

/** Returns the merchant a wallet owns: its own, or else the first it got, or else a new one. */
export async function ensureOwnedMerchant(
  ctx: TxContext,
  { wallet, correlationId }: { wallet: Address; correlationId: string },
): Promise<Address> {
  const owned = await findOwnedMerchant(ctx.db, wallet)
  if (owned) return owned
  if (await addMerchant(ctx, { wallet, correlationId })) return wallet

  // A concurrent request may have created it. Otherwise the merchant of this address belongs to
  // another wallet now.
  const existing = await findOwnedMerchant(ctx.db, wallet)
  if (existing) return existing
  const merchant = generatedAddressOf(ctx.newId('dsub'))
  if (await addMerchant(ctx, { wallet, merchant, correlationId })) return merchant
  throw new Error(`the generated address ${merchant} exists already`)
}

/** Returns a merchant's address from a random id. It has no key, so never send money to it. */
export function generatedAddressOf(id: string): Address {
  return knownAddress(`0x${hashText(`tallystick merchant ${id}`).slice(-40)}`)
}
