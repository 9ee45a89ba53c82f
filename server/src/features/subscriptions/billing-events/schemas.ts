import { type Static, Type } from 'typebox'
import { booleanText, integerText } from '../../../platform/http/query-schemas.js'
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
import { failureCodes } from '../charging/attempt/charge.js'
import { chargeStatuses } from '../subscription.js'

export const BillingEventQuery = Type.Object({
  subscriptionId: Type.Optional(text('Only this subscription')),
  status: Type.Optional(text(`One of ${chargeStatuses.join(', ')}`)),
  retried: booleanText('true: only attempts after the first one of their period'),
  from: integerText('Created at or after, Unix ms', { minimum: 0 }),
  to: integerText('Created at or before, Unix ms', { minimum: 0 }),
  limit: integerText('1 to 200, default 100', { minimum: 1, maximum: 200, default: 100 }),
  cursor: Type.Optional(text('nextCursor of the previous page')),
})
export type BillingEventQuery = Static<typeof BillingEventQuery>

const BillingEvent = namedObject(
  'BillingEvent',
  {
    eventId: Type.String(),
    subscriptionId: Type.String(),
    planId: Type.String(),
    merchantWallet: Type.String(),
    customerWallet: Type.String(),
    type: Type.Literal('charge'),
    status: namedEnum('ChargeStatus', chargeStatuses),
    periodIndex: integer('The period, counted from zero at the start of the permission'),
    amountUsd: number('The price of the period'),
    feeUsd: number("The platform's fee, inside the amount"),
    netUsd: number('The amount without the fee'),
    token: Type.Literal('USDC'),
    amountBaseUnits: text('The whole charge in base units of the token'),
    txHash: orNull(Type.String(), 'Null until the transaction of a charge is known'),
    failureCode: orNull(namedEnum('ChargeFailure', failureCodes), 'Null unless the attempt failed'),
    attempt: integer('The attempt within the period, counted from one'),
    refundDue: boolean(
      'True when it was charged after a cancellation or pause. Refund its receipt.',
    ),
    createdAt: integer('Unix ms'),
  },
  { description: 'An attempt to charge a subscription' },
)

export const BillingEventList = successResponse('BillingEventList', {
  billingEvents: Type.Array(BillingEvent, { description: 'Newest first' }),
  nextCursor: orNull(Type.String(), 'Null on the last page'),
})
