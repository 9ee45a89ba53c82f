import { type Static, Type } from 'typebox'
import { DegradedFields } from '../../../platform/degraded/degraded.js'
import { ExpectedRevision, Revision } from '../../../platform/http/revisions.js'
import {
  boolean,
  integer,
  namedEnum,
  namedObject,
  number,
  orNull,
  successResponse,
  text,
} from '../../../platform/http/schemas.js'
import { MerchantWallet } from '../schemas.js'
import { planPeriods } from './plan.js'

// Checks types only. `plan-rules.ts` validates values, with better messages.
const period = namedEnum(
  'BillingPeriod',
  planPeriods,
  'WEEKLY is 7 days, BIWEEKLY 14, MONTHLY 30, QUARTERLY 90 and YEARLY 365',
)
const planId = Type.String({ maxLength: 64 })

const details = {
  name: text('1 to 80 characters'),
  description: text('At most 1,000 characters'),
  priceUsd: number('Per period: 0.01 to 1,000,000, at most two decimals'),
  period,
  trialDays: integer('Days before the first charge: 0 (default) to 365'),
  graceDays: integer(
    'Days after a failed charge before the subscription becomes unpaid: 0 to 30, default 7',
  ),
}

export const BillingPlanQuery = Type.Object({
  wallet: Type.Optional(text('Wallet of the merchant. Required.')),
})

export const CreateBillingPlanBody = namedObject('CreateBillingPlanBody', {
  wallet: Type.Optional(MerchantWallet),
  name: details.name,
  description: Type.Optional(details.description),
  priceUsd: details.priceUsd,
  period: details.period,
  trialDays: Type.Optional(details.trialDays),
  graceDays: Type.Optional(details.graceDays),
})
export type CreateBillingPlanBody = Static<typeof CreateBillingPlanBody>

export const UpdateBillingPlanBody = namedObject(
  'UpdateBillingPlanBody',
  {
    planId,
    wallet: Type.Optional(MerchantWallet),
    name: Type.Optional(details.name),
    description: Type.Optional(details.description),
    priceUsd: Type.Optional(details.priceUsd),
    period: Type.Optional(details.period),
    active: Type.Optional(boolean('Whether customers can subscribe')),
    trialDays: Type.Optional(details.trialDays),
    graceDays: Type.Optional(details.graceDays),
    expectedRevision: ExpectedRevision,
  },
  { description: 'Omitted fields keep their values' },
)
export type UpdateBillingPlanBody = Static<typeof UpdateBillingPlanBody>

export const DeleteBillingPlanBody = namedObject('DeleteBillingPlanBody', {
  planId,
  wallet: Type.Optional(MerchantWallet),
})

const PermissionHints = namedObject(
  'PermissionHints',
  {
    manager: text('The `verifyingContract` of the EIP-712 domain'),
    spender: text('The contract that charges this version of the plan'),
    token: text('The USDC contract'),
    chainId: Type.Integer(),
    allowance: text('The price in base units of the token'),
    periodSeconds: Type.Integer(),
    start: Type.Optional(integer('Unix seconds: the end of the trial. Absent without a trial')),
  },
  { description: 'The values of the spend permission to sign' },
)

const BillingPlan = namedObject('BillingPlan', {
  planId: Type.String(),
  name: Type.String(),
  description: Type.String(),
  priceUsd: Type.Number(),
  period,
  trialDays: Type.Integer(),
  graceDays: Type.Integer(),
  active: boolean('Whether customers can subscribe'),
  createdAt: integer('Unix ms'),
  revision: Revision,
  updatedAt: integer('Unix ms'),
  wallet: text('The merchant'),
  permission: PermissionHints,
})

export const BillingPlanResponse = successResponse('BillingPlanResponse', { plan: BillingPlan })

export const BillingPlanList = successResponse('BillingPlanList', {
  plans: Type.Array(BillingPlan, { description: 'Oldest first' }),
  ...DegradedFields,
})

export const DeletedBillingPlan = successResponse('DeletedBillingPlan', {
  planId: Type.String(),
  active: Type.Literal(false),
})

export const PlanHistory = successResponse('PlanHistory', {
  plans: Type.Array(
    namedObject('PlanWithVersions', {
      planId: Type.String(),
      name: Type.String(),
      description: Type.String(),
      priceUsd: Type.Number(),
      period,
      trialDays: Type.Integer(),
      graceDays: Type.Integer(),
      active: boolean('Whether customers can subscribe'),
      revision: Revision,
      createdAt: integer('Unix ms'),
      updatedAt: integer('Unix ms'),
      monthlyUsd: number('What its active subscriptions pay in 30 days'),
      versions: Type.Array(
        namedObject('PlanVersion', {
          version: integer('Counted from one'),
          priceUsd: Type.Number(),
          period,
          createdAt: integer('Unix ms'),
          replacedAt: orNull(Type.Integer(), 'Unix ms; null for the version in force'),
          active: integer('Subscriptions that are active or past due'),
          paused: Type.Integer(),
          failing: integer('Subscriptions that are past due or unpaid'),
          ended: Type.Integer(),
        }),
        { description: 'The newest first. A subscription keeps the version of its start.' },
      ),
    }),
    { description: 'Active ones first' },
  ),
})
