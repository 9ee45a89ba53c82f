import { type Static, Type } from 'typebox'
import { integerText } from '../../platform/http/query-schemas.js'
import {
  integer,
  namedEnum,
  namedObject,
  number,
  orNull,
  Signature,
  successResponse,
} from '../../platform/http/schemas.js'
import { failureCodes } from './charging/attempt/charge.js'
import { subscriptionStatuses } from './lifecycle/subscription-status.js'
import { planPeriods } from './plans/plan.js'
import { chargeStatuses, onChainStates } from './subscription.js'

// Checks types only. `read-permission.ts` validates values, with better messages.
const text = (description: string) => Type.String({ maxLength: 4_096, description })
const seconds = (description: string) => Type.Integer({ description })

/** The signed struct, with the field names that wallets sign. */
export const PermissionData = namedObject(
  'PermissionData',
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
  { description: 'EIP-712 `SpendPermission`' },
)
export type PermissionData = Static<typeof PermissionData>

const timeOrNull = (description: string) => orNull(Type.Integer(), description)
/** The merchant that a caller acts for. `requireSameMerchant` checks it. */
export const MerchantWallet = Type.String({
  maxLength: 100,
  description: 'The merchant, if you belong to several. With a key, it must be that of the key.',
})

const subscriptionId = Type.String({ maxLength: 64 })
const status = namedEnum(
  'SubscriptionStatusName',
  subscriptionStatuses,
  'See docs/subscriptions.md',
)

export const CreateSubscriptionBody = namedObject('CreateSubscriptionBody', {
  planId: Type.String({ maxLength: 64 }),
  customerWallet: Type.String({ maxLength: 100, description: 'Must be `account`' }),
  permissionSignature: Type.String({
    maxLength: 8_194,
    description: 'EIP-712 signature of `permissionData` by the wallet, 65 to 4,096 bytes in hex',
  }),
  permissionData: PermissionData,
})
export type CreateSubscriptionBody = Static<typeof CreateSubscriptionBody>

const onChain = namedEnum(
  'CancellationOnChain',
  onChainStates,
  '`confirmed` once the permission is revoked on chain. From then on no party can charge it.',
)

const summary = {
  subscriptionId: Type.String(),
  status,
  nextChargeAt: timeOrNull('Unix ms; null when no charge is planned'),
}

export const SubscriptionResponse = successResponse('SubscriptionResponse', {
  subscription: namedObject('SubscriptionSummary', summary),
})

export const StatusQuery = Type.Object({
  subscriptionId: Type.Optional(Type.String()),
  customer: Type.Optional(Type.String({ description: 'Wallet of a customer' })),
  merchant: Type.Optional(Type.String({ description: 'Wallet of a merchant' })),
  planId: Type.Optional(Type.String({ description: 'For wallets: only this plan' })),
  status: Type.Optional(
    Type.String({
      description: `For wallets: any of ${subscriptionStatuses.join(', ')}, separated by commas`,
    }),
  ),
  nextChargeFrom: integerText('For wallets: next charge at or after, Unix ms', { minimum: 0 }),
  nextChargeTo: integerText('For wallets: next charge at or before, Unix ms', { minimum: 0 }),
  createdFrom: integerText('For wallets: created at or after, Unix ms', { minimum: 0 }),
  createdTo: integerText('For wallets: created at or before, Unix ms', { minimum: 0 }),
  endedFrom: integerText('For wallets: ended at or after, Unix ms', { minimum: 0 }),
  endedTo: integerText('For wallets: ended at or before, Unix ms', { minimum: 0 }),
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

const Subscription = namedObject('Subscription', {
  subscriptionId: Type.String(),
  planId: Type.String(),
  planName: Type.String(),
  merchantWallet: Type.String(),
  customerWallet: Type.String(),
  status,
  priceUsd: number('The price at the time of subscribing'),
  period: namedEnum('BillingPeriod', planPeriods),
  nextChargeAt: summary.nextChargeAt,
  nextAttemptAt: timeOrNull('Unix ms; when the failed charge is tried again; null unless past due'),
  lastChargeAt: timeOrNull('Unix ms; null before the first charge'),
  lastChargeStatus: orNull(namedEnum('ChargeStatus', chargeStatuses)),
  lastChargeFailure: orNull(
    namedEnum('ChargeFailure', failureCodes),
    'Why the last charge failed; null if it did not',
  ),
  failedAttempts: integer('Since the last successful charge'),
  currentPeriodStart: timeOrNull('Unix ms; null before the first period and after the last'),
  currentPeriodEnd: timeOrNull('Unix ms; null before the first period and after the last'),
  remainingAllowance: Type.String({
    description: 'Base units that the permission still allows in the current period',
  }),
  permissionHash: Type.String(),
  createdAt: integer('Unix ms'),
  canceledAt: timeOrNull('Unix ms; null unless canceled'),
  onChain: orNull(onChain, 'Null unless canceled'),
})

const SubscriptionOutline = namedObject(
  'SubscriptionOutline',
  {
    subscriptionId: Type.String(),
    status,
    planName: Type.String(),
    nextChargeAt: summary.nextChargeAt,
  },
  { description: 'A subscription as anyone sees it who knows its id' },
)

export const StatusResponse = successResponse(
  'SubscriptionStatus',
  {
    subscription: Type.Optional(Type.Union([Subscription, SubscriptionOutline])),
    subscriptions: Type.Optional(Type.Array(Subscription, { description: 'Newest first' })),
    nextCursor: Type.Optional(orNull(Type.String(), 'Null on the last page')),
  },
  {
    description:
      'With `subscriptionId` it has `subscription`. With a wallet it has `subscriptions` and `nextCursor`.',
  },
)

export const CancelBody = namedObject('CancelSubscriptionBody', {
  subscriptionId,
  wallet: Type.String({ maxLength: 100, description: 'Wallet of the customer' }),
  signature: Type.Optional(
    Type.Unsafe<string>({
      ...Signature,
      description:
        'Signature by the wallet of the text `Cancel subscription <subscriptionId>`, or of the EIP-712 message `CancelSubscription`. Needed without a session or key',
    }),
  ),
})
export type CancelBody = Static<typeof CancelBody>

export const CanceledSubscriptionResponse = successResponse('CanceledSubscriptionResponse', {
  subscription: namedObject('CanceledSubscription', {
    subscriptionId: Type.String(),
    status: Type.Literal('canceled'),
    canceledAt: integer('Unix ms'),
    nextChargeAt: Type.Null(),
    onChain,
  }),
})

export const PauseBody = Type.Object({
  subscriptionId,
  wallet: Type.Optional(MerchantWallet),
})
