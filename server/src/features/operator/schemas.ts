import { type Static, Type } from 'typebox'
import { plans } from '../../auth/plans.js'
import { integerText } from '../../platform/http/query-schemas.js'
import {
  boolean,
  integer,
  namedEnum,
  namedObject,
  number,
  okResponse,
  orNull,
  text,
  time,
} from '../../platform/http/schemas.js'
import { merchantStatuses } from './read-model/merchant-store.js'

export const planNames = Object.keys(plans) as (keyof typeof plans)[]
const plan = namedEnum('PlanKey', planNames)
const limit = integerText('1 to 100, default 50', { minimum: 1, maximum: 100, default: 50 })
const cursor = Type.Optional(text('`nextCursor` of the previous page'))

export const MerchantQuery = Type.Object({
  q: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'A wallet of a merchant or owner, or a part of a shop’s name or slug',
    }),
  ),
  status: Type.Optional(text(`One of ${merchantStatuses.join(', ')}`)),
  plan: Type.Optional(text(`One of ${planNames.join(', ')}`)),
  limit,
  cursor,
})
export type MerchantQuery = Static<typeof MerchantQuery>

const merchant = {
  wallet: Type.String(),
  owner: orNull(text('Null for a merchant that waits to be claimed')),
  name: text('Name of the shop'),
  slug: Type.String(),
  plan: namedEnum('PlanKey', planNames, 'The best plan in force, of all `subscriptions`'),
  status: namedEnum('MerchantStatus', merchantStatuses),
  suspendedAt: orNull(time('null unless suspended')),
  suspendedReason: orNull(Type.String()),
  createdAt: integer('Unix ms'),
}

export const MerchantPage = okResponse('MerchantPage', {
  merchants: Type.Array(namedObject('OperatedMerchant', merchant), {
    description: 'Newest first',
  }),
  nextCursor: orNull(Type.String()),
})

export const MerchantParams = Type.Object({ wallet: text('Wallet of the merchant') })

export const MerchantResponse = okResponse('MerchantDetails', {
  merchant: Type.Object({
    ...merchant,
    subscriptions: Type.Array(
      Type.Object({
        id: Type.String(),
        plan,
        callsPerMinute: orNull(integer('Null for the limit of the plan')),
        paidUntil: orNull(time('null for a plan without an end')),
        createdAt: integer('Unix ms'),
      }),
      { description: 'Developer plans, oldest first. Includes plans that have ended.' },
    ),
    members: Type.Integer(),
    keys: integer('Active keys'),
    receipts: integer('Counted up to 10,000'),
  }),
})

export const PlanChange = namedObject('MerchantPlanChange', { plan })

const figures = (description: string) => Type.Record(Type.String(), Type.Number(), { description })

export const MerchantLimitsResponse = okResponse('MerchantLimits', {
  wallet: text('Wallet of the merchant'),
  isOwn: boolean('In `OWN_MERCHANTS`: it has no limits of plans and of stored kilobytes'),
  limits: figures('The limits that an operator set for the merchant, by name'),
  inForce: figures('Every limit that counts per merchant or subscription, by name'),
})

export const MerchantLimitChange = namedObject('MerchantLimitChange', {
  limits: Type.Record(Type.String(), orNull(Type.Number()), {
    description: 'Limits by name; null returns to the limit of the platform',
  }),
})

export const SuspendBody = namedObject('SuspendMerchant', {
  reason: Type.String({
    pattern: '\\S',
    maxLength: 500,
    description:
      'Must not be blank. Stored in the audit log, which the merchant’s owner and admins can read',
  }),
})

export const VolumeQuery = Type.Object({
  from: Type.Optional(text('First day in UTC, as YYYY-MM-DD. Default: 29 days before `to`')),
  to: Type.Optional(text('Last day in UTC, at most 366 days. Default: today')),
})

const amount = text('Decimal amount of the asset')
const worth = number('Value when it was received')

export const VolumeResponse = okResponse('PlatformVolume', {
  from: Type.String(),
  to: Type.String(),
  days: Type.Array(
    Type.Object({
      day: text('YYYY-MM-DD, UTC'),
      asset: text('`eip155:<chain>/<token>`, or `USD` for manual payments'),
      symbol: orNull(Type.String()),
      sales: amount,
      salesUsd: worth,
      fees: amount,
      feesUsd: worth,
      refunds: amount,
      refundsUsd: worth,
      plans: amount,
      plansUsd: worth,
    }),
    {
      description:
        'The newest day first, with an entry for each asset that had any. Other days are absent. A refund counts on its own day. Sales include taxes and fees; `fees` is the share of the platform, and `plans` the payments for developer plans.',
    },
  ),
})

export const RelayerResponse = okResponse('RelayerState', {
  relayers: orNull(
    Type.Array(
      Type.Object({
        address: Type.String(),
        signs: Type.Array(Type.String()),
        balance: text('In the native token'),
        balanceWei: Type.String(),
        nonce: Type.Integer(),
        pendingNonce: Type.Integer(),
      }),
      { description: 'Null without a chain, or while it does not respond' },
    ),
  ),
  budgets: Type.Array(
    Type.Object({
      purpose: orNull(text('Null for the whole relayer')),
      usedGas: text('Since midnight UTC'),
      maxGas: text('Per day'),
      revertedGas: text('Of transactions whose calls third parties choose'),
      maxRevertedGas: orNull(text('Null without a limit')),
    }),
  ),
  resetAt: time('when the budgets start over'),
  queue: Type.Object({
    planned: Type.Integer(),
    signed: Type.Integer(),
    sent: Type.Integer(),
    mined: integer('Without enough confirmations'),
    reverted: integer('Counted up to 10,000'),
    failed: integer('Counted up to 10,000'),
    stuck: integer('Transactions that need an operator'),
    oldestUnminedMs: Type.Integer(),
    blocked: Type.Array(Type.String(), { description: 'Errors that block transactions' }),
  }),
})

export const FailedDeliveryQuery = Type.Object({ limit, cursor })

export const FailedDeliveryPage = okResponse('FailedDeliveryPage', {
  deliveries: Type.Array(
    Type.Object({
      wallet: text('Wallet of the merchant'),
      deliveryId: Type.String(),
      event: Type.String(),
      receiptId: orNull(Type.String()),
      url: text('Without its query, which may contain a secret'),
      attempts: Type.Integer(),
      lastError: orNull(Type.String()),
      lastHttpStatus: orNull(Type.Integer()),
      createdAt: integer('Unix ms'),
    }),
    { description: 'Newest first' },
  ),
  nextCursor: orNull(Type.String()),
})

export const RetryBody = namedObject('RetryDelivery', {
  wallet: Type.String({ maxLength: 64, description: 'Wallet of the merchant' }),
  deliveryId: Type.String({ maxLength: 64 }),
})

export const RetriedDelivery = okResponse('RetriedDelivery', { deliveryId: Type.String() })

export const QuarantineQuery = Type.Object({ limit, cursor })

export const QuarantinePage = okResponse('QuarantinePage', {
  records: Type.Array(
    Type.Object({
      id: Type.String(),
      kind: text('receipt, status, buyer-status, response, or damaged for unreadable bytes'),
      wallet: orNull(text('Wallet of the merchant; null for damaged bytes')),
      reason: text('Why the record is not in the database'),
      acceptedAt: orNull(time('when the request was accepted')),
      quarantinedAt: integer('Unix ms'),
    }),
    { description: 'Newest first' },
  ),
  nextCursor: orNull(Type.String()),
})

export const RetryRecordBody = namedObject('RetryRecord', {
  id: Type.String({ maxLength: 100, description: 'Id of a quarantined record' }),
})

export const RetriedRecord = okResponse('RetriedRecord', { id: Type.String() })
