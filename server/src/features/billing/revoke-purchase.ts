import { lockMerchant } from '../../auth/merchants/merchant-store.js'
import { upsertPaidSubscription } from '../../auth/merchants/plan-store.js'
import type { Address } from '../../lib/hex.js'
import { SECOND_MS, type UnixMs, unixMs } from '../../lib/time.js'
import type { TxContext } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { reversePosting } from '../ledger/post.js'
import { postingKeyOf } from './grant-plan.js'
import { findPurchase, listGrants, markRevoked } from './purchase-store.js'

/**
 * Takes back the time that a purchase granted, because its payment is not on the chain, and
 * reverses its posting in the ledger. Returns the end of the plan, or null when there is no such
 * purchase or it was revoked before.
 */
export async function revokePurchase(
  ctx: TxContext,
  { wallet, purchaseId }: { wallet: Address; purchaseId: string },
): Promise<{ merchant: Address; subscriptionId: string; paidUntil: UnixMs } | null> {
  const purchase = await findPurchase(ctx.db, { payer: wallet, id: purchaseId })
  if (!purchase) return null
  const { merchant, subscriptionId, plan } = purchase
  await lockMerchant(ctx.db, merchant)
  const now = ctx.now()
  if (!(await markRevoked(ctx.db, { payer: wallet, id: purchaseId, revokedAt: now }))) return null

  const grants = await listGrants(ctx.db, { merchant, subscriptionId })
  const paidUntil = grants.reduce(
    (until, { createdAt, grantedSeconds }) =>
      unixMs(Math.max(until, createdAt) + grantedSeconds * SECOND_MS),
    grants.length === 0 ? now : unixMs(0),
  )
  const id = subscriptionId
  await upsertPaidSubscription(ctx.db, { merchant, id, plan, paidUntil, createdAt: now })
  await reversePosting(ctx, { merchant, key: postingKeyOf(purchaseId), at: now })
  await recordChange(ctx, {
    by: { merchant, person: wallet, role: 'owner', correlationId: purchaseId },
    action: 'plan.revoked',
    target: subscriptionId,
    before: { paidUntil: purchase.paidUntil },
    after: { plan, paidUntil, reason: 'The payment is not on the chain.' },
  })
  return { merchant, subscriptionId, paidUntil }
}
