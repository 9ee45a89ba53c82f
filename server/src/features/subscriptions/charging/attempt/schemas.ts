import { type Static, Type } from 'typebox'
import { orNull } from '../../../../platform/http/schemas.js'
import { chargeStatuses } from '../../subscription.js'
import { failureCodes } from './charge.js'

export const ChargeBody = Type.Object(
  {
    subscriptionId: Type.Optional(Type.Any({ description: 'The subscription to charge' })),
    force: Type.Optional(
      Type.Any({ description: 'Retry now if the last attempt failed. Default: false' }),
    ),
  },
  { title: 'ChargeSubscription' },
)
export type ChargeBody = Static<typeof ChargeBody>

const failure = Type.Enum(failureCodes, {
  title: 'ChargeFailure',
  type: 'string',
  description: 'Why the charge failed: see docs/subscriptions.md',
})

export const ChargeResponse = Type.Object(
  {
    success: Type.Boolean({
      description: 'False when the charge failed. True while its result is not known.',
    }),
    subscriptionId: Type.String(),
    status: orNull(
      Type.Enum(chargeStatuses, {
        title: 'ChargeStatus',
        type: 'string',
        description: 'Of the newest attempt; null before the first one',
      }),
    ),
    amountUsd: Type.Number(),
    feeUsd: Type.Number(),
    netUsd: Type.Number(),
    txHash: orNull(Type.String()),
    billingEventId: orNull(Type.String()),
    nextChargeAt: orNull(Type.Integer({ description: 'Unix ms' })),
    skipped: Type.Boolean({ description: 'True when nothing was due' }),
    error: orNull(failure),
  },
  { title: 'ChargeResponse' },
)
export type ChargeResponse = Static<typeof ChargeResponse>

const ChargeResult = Type.Object(
  {
    subscriptionId: Type.String(),
    success: Type.Boolean(),
    txHash: orNull(Type.String()),
    error: orNull(failure),
    amountUsd: Type.Number(),
  },
  { title: 'ChargeResult' },
)

export const ChargeAllResponse = Type.Object(
  {
    success: Type.Literal(true),
    processed: Type.Integer({ description: 'Due subscriptions with an attempt, at most 1,000' }),
    succeeded: Type.Integer(),
    failed: Type.Integer(),
    pending: Type.Integer({ description: 'Charges whose result is not known yet' }),
    durationMs: Type.Integer(),
    results: Type.Array(ChargeResult, { description: 'One for each of them' }),
  },
  { title: 'ChargeAllResponse' },
)
export type ChargeAllResponse = Static<typeof ChargeAllResponse>
