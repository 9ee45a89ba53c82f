import { type Static, type TObject, Type } from 'typebox'
import { checksumAddress } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import {
  boolean,
  integer,
  namedEnum,
  number,
  orNull,
  text,
  time,
} from '../../platform/http/schemas.js'
import {
  raiseNotifications,
  resolveNotifications,
} from '../../platform/notifications/raise-notifications.js'
import type { EventKind } from '../events/event.js'
import { recordEvent } from '../events/record-event.js'
import { failureCodes } from './charging/attempt/charge.js'
import { subscriptionStatuses } from './lifecycle/subscription-status.js'
import type { Subscription } from './subscription.js'

export type SubscriptionEventKind = Extract<EventKind, `subscription.${string}`>

/** The data that all subscription events have. */
const SubscriptionEvent = Type.Object({
  subscriptionId: Type.String(),
  planId: Type.String(),
  status: namedEnum('SubscriptionStatusName', subscriptionStatuses, 'See docs/subscriptions.md'),
  merchantWallet: Type.String(),
  customerWallet: text('The wallet that subscribed'),
  nextChargeAt: orNull(Type.Integer(), 'Unix ms; null when no charge is planned'),
  timestamp: integer('Unix ms'),
  brandKey: Type.String(),
})
type SubscriptionEvent = Static<typeof SubscriptionEvent>

const UpcomingEvent = Type.Object({
  ...SubscriptionEvent.properties,
  periodIndex: integer('Counted from zero at the start of the permission'),
  amountUsd: Type.Number(),
  token: text('Address of the token'),
})

const failureCode = namedEnum('ChargeFailure', failureCodes, 'See docs/subscriptions.md')

const ChargeAtRiskEvent = Type.Object({ ...UpcomingEvent.properties, failureCode })

const AttemptEvent = Type.Object({
  ...UpcomingEvent.properties,
  billingEventId: Type.String(),
  periodStart: integer('Unix ms'),
  periodEnd: integer('Unix ms'),
  attempt: integer('Counted from one in each period'),
  feeUsd: number("The platform's fee, inside the amount"),
  txHash: orNull(Type.String()),
})

const ChargedEvent = Type.Object({
  ...AttemptEvent.properties,
  receiptId: text('The receipt that the charge paid'),
  refundDue: boolean('True when it was mined after a cancellation or pause. Refund the receipt.'),
})

const ChargeFailedEvent = Type.Object({
  ...AttemptEvent.properties,
  failureCode,
  nextAttemptAt: orNull(time('null when no retry follows in this period')),
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

type NotifyContext = Pick<TxContext, 'db' | 'wakeups' | 'now' | 'newId' | 'config'>

/**
 * Records an event about a subscription, with further `data` of its kind. The transaction must hold
 * the lock on the subscription, or have inserted it.
 */
export async function recordSubscriptionEvent(
  ctx: NotifyContext,
  input: {
    kind: SubscriptionEventKind
    subscription: Subscription
    data?: Readonly<Record<string, unknown>>
  },
): Promise<void> {
  const { kind, subscription, data = {} } = input
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
  await notifyStaff(ctx, { kind, subscription, data })
}

/** Cancellation ends a failure, as does a later charge, which ends it where it is recorded. */
async function notifyStaff(
  ctx: NotifyContext,
  input: {
    kind: SubscriptionEventKind
    subscription: Subscription
    data: Readonly<Record<string, unknown>>
  },
): Promise<void> {
  const { kind, subscription, data } = input
  const { merchant, id: subjectId, planId } = subscription
  const matter = { merchant, kind: 'subscription_charge_failed', subjectId } as const
  if (kind === 'subscription.charge_failed') {
    const { amountUsd, failureCode } = data as Static<typeof ChargeFailedEvent>
    const params = { subscriptionId: subjectId, planId, amountUsd, reason: failureCode }
    await raiseNotifications(ctx, [{ ...matter, params }])
  }
  if (kind === 'subscription.canceled') await resolveNotifications(ctx, [matter])
}
