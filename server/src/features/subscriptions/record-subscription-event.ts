import { type Static, type TObject, Type } from 'typebox'
import { checksumAddress } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { orNull } from '../../platform/http/schemas.js'
import type { EventKind } from '../events/event.js'
import { recordEvent } from '../events/record-event.js'
import { failureCodes } from './charging/attempt/charge.js'
import { subscriptionStatuses } from './lifecycle/subscription-status.js'
import type { Subscription } from './subscription.js'

export type SubscriptionEventKind = Extract<EventKind, `subscription.${string}`>

const text = (description: string) => Type.String({ description })

/** The data that all subscription events have. */
const SubscriptionEvent = Type.Object({
  subscriptionId: Type.String(),
  planId: Type.String(),
  status: Type.Enum(subscriptionStatuses, {
    title: 'SubscriptionStatusName',
    type: 'string',
    description: 'See docs/subscriptions.md',
  }),
  merchantWallet: Type.String(),
  customerWallet: text('The wallet that subscribed'),
  nextChargeAt: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Unix ms; null when no charge is planned',
  }),
  timestamp: Type.Integer({ description: 'Unix ms' }),
  brandKey: Type.String(),
})
type SubscriptionEvent = Static<typeof SubscriptionEvent>

const UpcomingEvent = Type.Object({
  ...SubscriptionEvent.properties,
  periodIndex: Type.Integer({ description: 'Counted from zero at the start of the permission' }),
  amountUsd: Type.Number(),
  token: text('Address of the token'),
})

const failureCode = Type.Enum(failureCodes, {
  title: 'ChargeFailure',
  type: 'string',
  description: 'See docs/subscriptions.md',
})

const ChargeAtRiskEvent = Type.Object({ ...UpcomingEvent.properties, failureCode })

const AttemptEvent = Type.Object({
  ...UpcomingEvent.properties,
  billingEventId: Type.String(),
  periodStart: Type.Integer({ description: 'Unix ms' }),
  periodEnd: Type.Integer({ description: 'Unix ms' }),
  attempt: Type.Integer({ description: 'Counted from one in each period' }),
  feeUsd: Type.Number({ description: "The platform's fee, inside the amount" }),
  txHash: orNull(Type.String()),
})

const ChargedEvent = Type.Object({
  ...AttemptEvent.properties,
  receiptId: text('The receipt that the charge paid'),
  refundDue: Type.Boolean({
    description: 'True when it was mined after a cancellation or pause. Refund the receipt.',
  }),
})

const ChargeFailedEvent = Type.Object({
  ...AttemptEvent.properties,
  failureCode,
  nextAttemptAt: orNull(
    Type.Integer({ description: 'Unix ms; null when no retry follows in this period' }),
  ),
})

/** The schema of each kind's data. */
export const subscriptionEventData = {
  'subscription.created': SubscriptionEvent,
  'subscription.charged': ChargedEvent,
  'subscription.charge_failed': ChargeFailedEvent,
  'subscription.charge_upcoming': UpcomingEvent,
  'subscription.charge_at_risk': ChargeAtRiskEvent,
  'subscription.paused': SubscriptionEvent,
  'subscription.resumed': SubscriptionEvent,
  'subscription.canceled': SubscriptionEvent,
  'subscription.revoked': SubscriptionEvent,
  'subscription.expired': SubscriptionEvent,
} as const satisfies Record<SubscriptionEventKind, TObject>

/**
 * Records an event about a subscription, with further `data` of its kind. The transaction must hold
 * the lock on the subscription, or have inserted it.
 */
export async function recordSubscriptionEvent(
  ctx: Pick<TxContext, 'db' | 'wakeups' | 'now' | 'config'>,
  {
    kind,
    subscription,
    data = {},
  }: {
    kind: SubscriptionEventKind
    subscription: Subscription
    data?: Readonly<Record<string, unknown>>
  },
): Promise<void> {
  const { merchant } = subscription
  const createdAt = ctx.now()
  const common: SubscriptionEvent = {
    subscriptionId: subscription.id,
    planId: subscription.planId,
    status: subscription.status,
    merchantWallet: checksumAddress(merchant),
    customerWallet: checksumAddress(subscription.permission.account),
    nextChargeAt: subscription.nextChargeAt,
    timestamp: createdAt,
    brandKey: ctx.config.brandKey,
  }
  // No order across events of one subscription: an endpoint that fails must not delay later
  // charges.
  await recordEvent(ctx, {
    merchant,
    kind,
    subject: null,
    data: { ...common, ...data },
    createdAt,
  })
}
