import { type Static, Type } from 'typebox'
import { integerText } from '../../../platform/http/query-schemas.js'
import { failureCodes } from '../charging/attempt/charge.js'
import { chargeStatuses } from '../subscription.js'

export const BillingEventQuery = Type.Object({
  subscriptionId: Type.Optional(Type.String({ description: 'Only this subscription' })),
  status: Type.Optional(Type.String({ description: `One of ${chargeStatuses.join(', ')}` })),
  from: integerText('Created at or after, Unix ms', { minimum: 0 }),
  to: integerText('Created at or before, Unix ms', { minimum: 0 }),
  limit: integerText('1 to 200, default 100', { minimum: 1, maximum: 200, default: 100 }),
  cursor: Type.Optional(Type.String({ description: 'nextCursor of the previous page' })),
})
export type BillingEventQuery = Static<typeof BillingEventQuery>

const BillingEvent = Type.Object(
  {
    eventId: Type.String(),
    subscriptionId: Type.String(),
    planId: Type.String(),
    merchantWallet: Type.String(),
    customerWallet: Type.String(),
    type: Type.Literal('charge'),
    status: Type.Enum(chargeStatuses, { title: 'ChargeStatus', type: 'string' }),
    periodIndex: Type.Integer({
      description: 'The period, counted from zero at the start of the permission',
    }),
    amountUsd: Type.Number({ description: 'The price of the period' }),
    feeUsd: Type.Number({ description: "The platform's fee, inside the amount" }),
    netUsd: Type.Number({ description: 'The amount without the fee' }),
    token: Type.Literal('USDC'),
    amountBaseUnits: Type.String({ description: 'The whole charge in base units of the token' }),
    txHash: Type.Union([Type.String(), Type.Null()], {
      description: 'Null until the transaction of a charge is known',
    }),
    failureCode: Type.Union(
      [Type.Enum(failureCodes, { title: 'ChargeFailure', type: 'string' }), Type.Null()],
      { description: 'Null unless the attempt failed' },
    ),
    attempt: Type.Integer({ description: 'The attempt within the period, counted from one' }),
    refundDue: Type.Boolean({
      description: 'True when it was charged after a cancellation or pause. Refund its receipt.',
    }),
    createdAt: Type.Integer({ description: 'Unix ms' }),
  },
  { title: 'BillingEvent', description: 'An attempt to charge a subscription' },
)

export const BillingEventList = Type.Object(
  {
    success: Type.Literal(true),
    billingEvents: Type.Array(BillingEvent, { description: 'Newest first' }),
    nextCursor: Type.Union([Type.String(), Type.Null()], { description: 'Null on the last page' }),
  },
  { title: 'BillingEventList' },
)
