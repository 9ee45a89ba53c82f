import { type Static, Type } from 'typebox'
import { integerText } from '../../platform/http/query-schemas.js'
import { Signature } from '../../platform/http/schemas.js'
import { subscriptionStatuses } from './lifecycle/subscription-status.js'
import { planPeriods } from './plans/plan.js'
import { chargeStatuses, onChainStates } from './subscription.js'

// Checks types only. `read-permission.ts` validates values, with better messages.
const text = (description: string) => Type.String({ maxLength: 4_096, description })
const seconds = (description: string) => Type.Integer({ description })

/** The signed struct, with the field names that wallets sign. */
export const PermissionData = Type.Object(
  {
    account: text('The wallet that pays'),
    spender: text('`permission.spender` of the plan'),
    token: text('`permission.token` of the plan'),
    allowance: text('Base units per period: at least `permission.allowance` of the plan'),
    period: seconds('`permission.periodSeconds` of the plan'),
    start: seconds('Unix seconds: now, or the end of the trial'),
    end: seconds('Unix seconds: when the permission ends'),
    salt: text('A new number for each permission: decimal or hex, below 2^256'),
    extraData: text('`0x`'),
  },
  { title: 'PermissionData', description: 'EIP-712 `SpendPermission`' },
)
export type PermissionData = Static<typeof PermissionData>

const timeOrNull = (description: string) =>
  Type.Union([Type.Integer(), Type.Null()], { description })
/** The merchant that a caller acts for. `requireSameMerchant` checks it. */
export const MerchantWallet = Type.String({
  maxLength: 100,
  description: 'The merchant, if you belong to several. With a key, it must be that of the key.',
})

const subscriptionId = Type.String({ maxLength: 64 })
const status = Type.Enum(subscriptionStatuses, {
  title: 'SubscriptionStatusName',
  type: 'string',
  description: 'See docs/subscriptions.md',
})

export const CreateSubscriptionBody = Type.Object(
  {
    planId: Type.String({ maxLength: 64 }),
    customerWallet: Type.String({ maxLength: 100, description: 'Must be `account`' }),
    permissionSignature: Type.String({
      maxLength: 8_194,
      description: 'EIP-712 signature of `permissionData` by the wallet, 65 to 4,096 bytes in hex',
    }),
    permissionData: PermissionData,
  },
  { title: 'CreateSubscriptionBody' },
)
export type CreateSubscriptionBody = Static<typeof CreateSubscriptionBody>

const onChain = Type.Enum(onChainStates, {
  title: 'CancellationOnChain',
  type: 'string',
  description:
    '`confirmed` once the permission is revoked on chain. From then on no party can charge it.',
})

const summary = {
  subscriptionId: Type.String(),
  status,
  nextChargeAt: timeOrNull('Unix ms; null when no charge is planned'),
}

export const SubscriptionResponse = Type.Object(
  {
    success: Type.Literal(true),
    subscription: Type.Object(summary, { title: 'SubscriptionSummary' }),
  },
  { title: 'SubscriptionResponse' },
)

export const StatusQuery = Type.Object({
  subscriptionId: Type.Optional(Type.String()),
  customer: Type.Optional(Type.String({ description: 'Wallet of a customer' })),
  merchant: Type.Optional(Type.String({ description: 'Wallet of a merchant' })),
  planId: Type.Optional(Type.String({ description: 'For wallets: only this plan' })),
  status: Type.Optional(
    Type.String({ description: `For wallets: one of ${subscriptionStatuses.join(', ')}` }),
  ),
  nextChargeFrom: integerText('For wallets: next charge at or after, Unix ms', { minimum: 0 }),
  nextChargeTo: integerText('For wallets: next charge at or before, Unix ms', { minimum: 0 }),
  q: Type.Optional(
    Type.String({
      description:
        'For wallets: start of an id or of a customer’s wallet, or part of the name of a plan. At most 200 characters',
    }),
  ),
  limit: integerText('For wallets: 1 to 100, default 50', {
    minimum: 1,
    maximum: 100,
    default: 50,
  }),
  cursor: Type.Optional(
    Type.String({ description: 'For wallets: nextCursor of the previous page' }),
  ),
})
export type StatusQuery = Static<typeof StatusQuery>

const Subscription = Type.Object(
  {
    subscriptionId: Type.String(),
    planId: Type.String(),
    planName: Type.String(),
    merchantWallet: Type.String(),
    customerWallet: Type.String(),
    status,
    priceUsd: Type.Number({ description: 'The price at the time of subscribing' }),
    period: Type.Enum(planPeriods, { title: 'BillingPeriod', type: 'string' }),
    nextChargeAt: summary.nextChargeAt,
    lastChargeAt: timeOrNull('Unix ms; null before the first charge'),
    lastChargeStatus: Type.Union([
      Type.Enum(chargeStatuses, { title: 'ChargeStatus', type: 'string' }),
      Type.Null(),
    ]),
    failedAttempts: Type.Integer({ description: 'Since the last successful charge' }),
    currentPeriodStart: timeOrNull('Unix ms; null before the first period and after the last'),
    currentPeriodEnd: timeOrNull('Unix ms; null before the first period and after the last'),
    remainingAllowance: Type.String({
      description: 'Base units that the permission still allows in the current period',
    }),
    permissionHash: Type.String(),
    createdAt: Type.Integer({ description: 'Unix ms' }),
    canceledAt: timeOrNull('Unix ms; null unless canceled'),
    onChain: Type.Union([onChain, Type.Null()], { description: 'Null unless canceled' }),
  },
  { title: 'Subscription' },
)

const SubscriptionOutline = Type.Object(
  {
    subscriptionId: Type.String(),
    status,
    planName: Type.String(),
    nextChargeAt: summary.nextChargeAt,
  },
  {
    title: 'SubscriptionOutline',
    description: 'A subscription as anyone sees it who knows its id',
  },
)

export const StatusResponse = Type.Object(
  {
    success: Type.Literal(true),
    subscription: Type.Optional(Type.Union([Subscription, SubscriptionOutline])),
    subscriptions: Type.Optional(Type.Array(Subscription, { description: 'Newest first' })),
    nextCursor: Type.Optional(
      Type.Union([Type.String(), Type.Null()], { description: 'Null on the last page' }),
    ),
  },
  {
    title: 'SubscriptionStatus',
    description:
      'With `subscriptionId` it has `subscription`. With a wallet it has `subscriptions` and `nextCursor`.',
  },
)

export const CancelBody = Type.Object(
  {
    subscriptionId,
    wallet: Type.String({ maxLength: 100, description: 'Wallet of the customer' }),
    signature: Type.Optional(
      Type.Unsafe<string>({
        ...Signature,
        description:
          'Signature by the wallet of the text `Cancel subscription <subscriptionId>`, or of the EIP-712 message `CancelSubscription`. Needed without a session or key',
      }),
    ),
  },
  { title: 'CancelSubscriptionBody' },
)
export type CancelBody = Static<typeof CancelBody>

export const CanceledSubscriptionResponse = Type.Object(
  {
    success: Type.Literal(true),
    subscription: Type.Object(
      {
        subscriptionId: Type.String(),
        status: Type.Literal('canceled'),
        canceledAt: Type.Integer({ description: 'Unix ms' }),
        nextChargeAt: Type.Null(),
        onChain,
      },
      { title: 'CanceledSubscription' },
    ),
  },
  { title: 'CanceledSubscriptionResponse' },
)

export const PauseBody = Type.Object({
  subscriptionId,
  wallet: Type.Optional(MerchantWallet),
})
