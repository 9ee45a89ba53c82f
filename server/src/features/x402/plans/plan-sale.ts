import { findOwnedMerchant } from '../../../auth/merchants/member-store.js'
import { requireActive } from '../../../auth/merchants/require-active.js'
import { plans } from '../../../auth/plans.js'
import { type BaseUnits, type Cents, cents, centsToDecimal } from '../../../lib/money.js'
import { grantPlan } from '../../billing/grant-plan.js'
import { issuePlanKey } from '../../billing/issue-plan-key.js'
import type { Claim } from '../claims/claim.js'
import type { Sale } from '../sale.js'
import { unitsPerCent } from '../terms.js'

/** The sale of a developer plan, which the platform's wallet is paid for. */
export const planSale: Sale = {
  budgetMerchantOf: () => '',
  async start(ctx, { payer }) {
    const merchant = await findOwnedMerchant(ctx.db, payer)
    if (merchant) await requireActive(ctx, merchant)
    return { kind: 'started' }
  },
  release: async () => {},

  async complete(ctx, { claim, execution, mayIssueKey, isSubmittedByUs }) {
    const plan = planOf(claim)
    const { payer, units } = claim
    const granted = await grantPlan(ctx, {
      wallet: payer,
      plan,
      purchaseId: purchaseIdOf(claim),
      transactionHash: execution.transactionHash,
      units,
    })
    const { subscriptionId, merchant } = granted
    // Anyone could read the proof on chain before it was claimed, so it proves nothing about the
    // caller.
    const isPublic = execution.blockNumber <= claim.claimedAtBlock
    if (isPublic || !granted.isNew) return null
    // The same holds for the transaction of others while it waited for a block.
    if (!mayIssueKey || !isSubmittedByUs) return { subscriptionId, apiKey: null }
    const keyId = ctx.newId('key')
    const { apiKey } = await issuePlanKey(ctx, { merchant, subscriptionId, plan, keyId })
    return { subscriptionId, apiKey }
  },

  describe: async (_ctx, { claim, sold }) => ({
    body: describeSubscription({ plan: planOf(claim), price: centsOfUnits(claim.units) }, sold),
    isPaid: true,
  }),
}

/** Returns the body of the response for a plan. */
export function describeSubscription<Id extends string | null>(
  { plan, price }: { plan: keyof typeof plans; price: Cents },
  { subscriptionId, apiKey }: { subscriptionId: Id; apiKey: string | null },
) {
  const { name } = plans[plan]
  const another = price === 0n ? ', or by another request with a new Idempotency-Key' : ''
  const message =
    apiKey === null
      ? `The ${name} plan is active. This response shows no key. Get one with SIGN-IN-WITH-X${another}.`
      : `The ${name} plan is active. Store the key now: it is not shown again.`
  return {
    ok: true as const,
    plan,
    priceUsd: centsToDecimal(price),
    subscriptionId,
    apiKey,
    message,
  }
}

/** Returns the id of the purchase that a claim pays. */
export function purchaseIdOf({ chainId, asset, nonce }: Claim): string {
  return `x402:${chainId}:${asset}:${nonce}`
}

/** A plan costs whole cents. */
function centsOfUnits(units: BaseUnits): Cents {
  return cents(units / unitsPerCent)
}

function planOf({ subject }: Claim) {
  if (subject.kind !== 'plan') throw new Error('the claim is not for a plan')
  return subject.plan
}
