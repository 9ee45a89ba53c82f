import type { RunContractCheck } from '../../../auth/contract-checks.js'
import { requireActive } from '../../../auth/merchants/require-active.js'
import { AppError } from '../../../lib/errors.js'
import { type Address, type Hash, readWallet } from '../../../lib/hex.js'
import { SECOND_MS, unixMs } from '../../../lib/time.js'
import type { Hex } from '../../../platform/chain/chain.js'
import { spendPermissionManagerAbi } from '../../../platform/chain/generated/spend-permission-manager.js'
import { permissionHashOf, type SpendPermission } from '../../../platform/chain/permission-hash.js'
import { readChain } from '../../../platform/chain/read-chain.js'
import { type Context, inTransaction } from '../../../platform/context.js'
import {
  invalidPermission,
  readPermission,
  readPermissionSignature,
} from '../permissions/read-permission.js'
import { requireAgreed } from '../permissions/require-agreed.js'
import { requirePermissionSigned } from '../permissions/require-signed.js'
import { type BillingPlan, type BillingPlanVersion, isVersionOpen } from '../plans/plan.js'
import { noPlan } from '../plans/plan-rules.js'
import { findPlan } from '../plans/plan-store.js'
import { findVersionOfSpender } from '../plans/plan-version-store.js'
import { recordSubscriptionEvent } from '../record-subscription-event.js'
import type { CreateSubscriptionBody } from '../schemas.js'
import type { Subscription } from '../subscription.js'
import { findByPermission, insertSubscription } from '../subscription-store.js'

export type CreateSubscriptionInput = {
  body: CreateSubscriptionBody
  runContractCheck: RunContractCheck
  /** Counts a new subscription, after everything else was checked. */
  countNew: (by: { merchant: Address; customer: Address }) => Promise<void>
}

type Request = {
  plan: BillingPlan
  /** The version that the permission's spender belongs to. */
  version: BillingPlanVersion
  customer: Address
  permission: SpendPermission
  permissionHash: Hash
  signature: Hex
}

/**
 * Subscribes a customer to a plan by a signed permission, which is the only authorization needed.
 * The same permission again returns the same subscription.
 *
 * @throws {AppError} `invalid_permission` with the reason, `plan_inactive`, `not_found`,
 *   `invalid_wallet`,
 *   `merchant_suspended`, `rate_limited`, `chain_unavailable`.
 */
export async function createSubscription(
  ctx: Context,
  { body, runContractCheck, countNew }: CreateSubscriptionInput,
): Promise<Subscription> {
  const request = await readRequest(ctx, body)
  const existing = await findByPermission(ctx.db, request.permissionHash)
  if (existing?.signature === request.signature) return requireSamePlan(existing, request)

  requireOpen(ctx, request)
  await requireActive(ctx, request.plan.merchant)
  const { plan, version, customer, permission, permissionHash, signature } = request
  const { merchant, manager } = version
  requireAgreed({ permission, customer, version, trialDays: plan.trialDays, now: ctx.now() })
  const { account } = permission
  const signed = { account, permissionHash, signature, manager, runContractCheck }
  await requirePermissionSigned(ctx, signed)
  if (existing) return requireSamePlan(existing, request)
  await requireNotRevoked(ctx, { manager, permission })
  await countNew({ merchant, customer })
  return insert(ctx, request)
}

async function readRequest(ctx: Context, body: CreateSubscriptionBody): Promise<Request> {
  const customer = readWallet('customerWallet', body.customerWallet)
  const permission = readPermission(body.permissionData)
  const signature = readPermissionSignature(body.permissionSignature)
  const plan = await findPlan(ctx.db, body.planId)
  if (!plan) throw noPlan()
  const { merchant, id: planId } = plan
  const { spender } = permission
  const version = await findVersionOfSpender(ctx.db, { merchant, planId, spender })
  if (!version) throw wrongSpender()
  const permissionHash = permissionHashOf(version, permission)
  return { plan, version, customer, permission, permissionHash, signature }
}

/** The spender binds the terms. Customers may sign for a version that was just replaced. */
function requireOpen(ctx: Context, { plan, version }: Request): void {
  if (!plan.isActive) {
    throw new AppError('plan_inactive', 'This plan is not active. Choose another plan.')
  }
  if (version.chainId === ctx.config.chainId && isVersionOpen(version, ctx.now())) return
  throw wrongSpender()
}

function wrongSpender(): AppError {
  return invalidPermission(
    'wrong_spender',
    'spender must be permission.spender of the plan. Get the plan again and sign its current values.',
  )
}

/** A revoked permission could never be charged. */
async function requireNotRevoked(
  ctx: Context,
  { manager, permission }: { manager: Address; permission: SpendPermission },
): Promise<void> {
  const isRevoked = await readChain(ctx, (chain) =>
    chain.readContract({
      address: manager,
      abi: spendPermissionManagerAbi,
      functionName: 'isRevoked',
      args: [permission],
    }),
  )
  if (!isRevoked) return
  throw invalidPermission('revoked', 'This permission was revoked. Sign one with a new salt.')
}

async function insert(ctx: Context, request: Request): Promise<Subscription> {
  const { plan, permission, permissionHash, signature, version } = request
  const now = ctx.now()
  const nextChargeAt = unixMs(Math.max(now, permission.start * SECOND_MS))
  const subscription: Subscription = {
    merchant: plan.merchant,
    id: ctx.newId('sub'),
    planId: plan.id,
    version: version.version,
    permission,
    permissionHash,
    signature,
    status: 'active',
    nextChargeAt,
    dueAt: nextChargeAt,
    chargedPeriod: null,
    lastChargeAt: null,
    lastChargeStatus: null,
    failedAttempts: 0,
    createdAt: now,
    updatedAt: now,
    pausedAt: null,
    pausedFrom: null,
    pausedUntil: null,
    canceledAt: null,
    onChain: null,
  }

  const isNew = await inTransaction(ctx, async (inTx) => {
    if (!(await insertSubscription(inTx.db, subscription))) return false
    await recordSubscriptionEvent(inTx, { kind: 'subscription.created', subscription })
    inTx.db.afterCommit(() => ctx.wakeups.wake('subscriptions'))
    return true
  })
  if (isNew) return subscription
  const other = await findByPermission(ctx.db, permissionHash)
  if (!other) throw new Error('a permission was used by a subscription that does not exist')
  return requireSamePlan(other, request)
}

function requireSamePlan(existing: Subscription, { plan, customer }: Request): Subscription {
  if (existing.planId === plan.id && existing.permission.account === customer) return existing
  throw invalidPermission(
    'already_used',
    'This permission belongs to another subscription. Sign one with a new salt.',
  )
}
