import { type Static, Type } from 'typebox'
import {
  boolean,
  integer,
  namedEnum,
  namedObject,
  orNull,
  successResponse,
} from '../../../../platform/http/schemas.js'
import { chargeStatuses } from '../../subscription.js'
import { failureCodes } from './charge.js'

export const ChargeBody = namedObject('ChargeSubscription', {
  subscriptionId: Type.Optional(Type.Any({ description: 'The subscription to charge' })),
  force: Type.Optional(
    Type.Any({ description: 'Retry now if the last attempt failed. Default: false' }),
  ),
})
export type ChargeBody = Static<typeof ChargeBody>

const failure = namedEnum(
  'ChargeFailure',
  failureCodes,
  'Why the charge failed: see docs/subscriptions.md',
)

export const ChargeResponse = namedObject('ChargeResponse', {
  success: boolean('False when the charge failed. True while its result is not known.'),
  subscriptionId: Type.String(),
  status: orNull(
    namedEnum('ChargeStatus', chargeStatuses, 'Of the newest attempt; null before the first one'),
  ),
  amountUsd: Type.Number(),
  feeUsd: Type.Number(),
  netUsd: Type.Number(),
  txHash: orNull(Type.String()),
  billingEventId: orNull(Type.String()),
  nextChargeAt: orNull(integer('Unix ms')),
  skipped: boolean('True when nothing was due'),
  error: orNull(failure),
})
export type ChargeResponse = Static<typeof ChargeResponse>

const ChargeResult = namedObject('ChargeResult', {
  subscriptionId: Type.String(),
  success: Type.Boolean(),
  txHash: orNull(Type.String()),
  error: orNull(failure),
  amountUsd: Type.Number(),
})

export const ChargeAllResponse = successResponse('ChargeAllResponse', {
  processed: integer('Due subscriptions with an attempt, at most 1,000'),
  succeeded: Type.Integer(),
  failed: Type.Integer(),
  pending: integer('Charges whose result is not known yet'),
  durationMs: Type.Integer(),
  results: Type.Array(ChargeResult, { description: 'One for each of them' }),
})
export type ChargeAllResponse = Static<typeof ChargeAllResponse>
