import { type Static, Type } from 'typebox'
import { DegradedFields } from '../../../platform/degraded/degraded.js'
import { MerchantWallet } from '../schemas.js'
import { planPeriods } from './plan.js'

// Checks types only. `plan-rules.ts` validates values, with better messages.
const period = Type.Enum(planPeriods, {
  title: 'BillingPeriod',
  type: 'string',
  description: 'WEEKLY is 7 days, BIWEEKLY 14, MONTHLY 30, QUARTERLY 90 and YEARLY 365',
})
const planId = Type.String({ maxLength: 64 })

const details = {
  name: Type.String({ description: '1 to 80 characters' }),
  description: Type.String({ description: 'At most 1,000 characters' }),
  priceUsd: Type.Number({ description: 'Per period: 0.01 to 1,000,000, at most two decimals' }),
  period,
  trialDays: Type.Integer({ description: 'Days before the first charge: 0 (default) to 365' }),
  graceDays: Type.Integer({
    description:
      'Days after a failed charge before the subscription becomes unpaid: 0 to 30, default 7',
  }),
}

export const BillingPlanQuery = Type.Object({
  wallet: Type.Optional(Type.String({ description: 'Wallet of the merchant. Required.' })),
})

export const CreateBillingPlanBody = Type.Object(
  {
    wallet: Type.Optional(MerchantWallet),
    name: details.name,
    description: Type.Optional(details.description),
    priceUsd: details.priceUsd,
    period: details.period,
    trialDays: Type.Optional(details.trialDays),
    graceDays: Type.Optional(details.graceDays),
  },
  { title: 'CreateBillingPlanBody' },
)
export type CreateBillingPlanBody = Static<typeof CreateBillingPlanBody>

export const UpdateBillingPlanBody = Type.Object(
  {
    planId,
    wallet: Type.Optional(MerchantWallet),
    name: Type.Optional(details.name),
    description: Type.Optional(details.description),
    priceUsd: Type.Optional(details.priceUsd),
    period: Type.Optional(details.period),
    active: Type.Optional(Type.Boolean({ description: 'Whether customers can subscribe' })),
    trialDays: Type.Optional(details.trialDays),
    graceDays: Type.Optional(details.graceDays),
  },
  { title: 'UpdateBillingPlanBody', description: 'Omitted fields keep their values' },
)
export type UpdateBillingPlanBody = Static<typeof UpdateBillingPlanBody>

export const DeleteBillingPlanBody = Type.Object(
  { planId, wallet: Type.Optional(MerchantWallet) },
  { title: 'DeleteBillingPlanBody' },
)

const PermissionHints = Type.Object(
  {
    manager: Type.String({ description: 'The `verifyingContract` of the EIP-712 domain' }),
    spender: Type.String({ description: 'The contract that charges this version of the plan' }),
    token: Type.String({ description: 'The USDC contract' }),
    chainId: Type.Integer(),
    allowance: Type.String({ description: 'The price in base units of the token' }),
    periodSeconds: Type.Integer(),
    start: Type.Optional(
      Type.Integer({ description: 'Unix seconds: the end of the trial. Absent without a trial' }),
    ),
  },
  { title: 'PermissionHints', description: 'The values of the spend permission to sign' },
)

const BillingPlan = Type.Object(
  {
    planId: Type.String(),
    name: Type.String(),
    description: Type.String(),
    priceUsd: Type.Number(),
    period,
    trialDays: Type.Integer(),
    graceDays: Type.Integer(),
    active: Type.Boolean({ description: 'Whether customers can subscribe' }),
    createdAt: Type.Integer({ description: 'Unix ms' }),
    updatedAt: Type.Integer({ description: 'Unix ms' }),
    wallet: Type.String({ description: 'The merchant' }),
    permission: PermissionHints,
  },
  { title: 'BillingPlan' },
)

export const BillingPlanResponse = Type.Object(
  { success: Type.Literal(true), plan: BillingPlan },
  { title: 'BillingPlanResponse' },
)

export const BillingPlanList = Type.Object(
  {
    success: Type.Literal(true),
    plans: Type.Array(BillingPlan, { description: 'Oldest first' }),
    ...DegradedFields,
  },
  { title: 'BillingPlanList' },
)

export const DeletedBillingPlan = Type.Object(
  { success: Type.Literal(true), planId: Type.String(), active: Type.Literal(false) },
  { title: 'DeletedBillingPlan' },
)
