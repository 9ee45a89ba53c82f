import { type Static, Type } from 'typebox'
import { type Plan, plans } from '../../auth/plans.js'
import {
  boolean,
  integer,
  namedEnum,
  namedObject,
  number,
  okResponse,
  orNull,
  text,
} from '../../platform/http/schemas.js'

const NullableTime = (description: string) => orNull(Type.Integer(), description)

const DeveloperPlan = namedObject('DeveloperPlan', {
  key: namedEnum(
    'PlanKey',
    Object.keys(plans) as Plan[],
    'The plan in force; `starter` once a paid plan has ended',
  ),
  name: Type.String(),
  priceUsd: number('The price of 30 days'),
  renewsAt: NullableTime(
    'Unix ms: when the plan ends unless you pay again. Null for a plan without an end.',
  ),
})

export const Balance = okResponse('Balance', {
  wallet: text('Checksummed address of the merchant'),
  balance: integer('The same as `remainingSeconds`'),
  unit: Type.Literal('seconds'),
  grantedSeconds: integer('All time bought for the plan'),
  usedSeconds: integer('`grantedSeconds` minus `remainingSeconds`'),
  remainingSeconds: integer('Time until the paid plan ends; 0 for a plan without an end'),
  expiresAt: NullableTime(
    'Unix ms: when the paid plan ends or ended. Null for a plan without an end.',
  ),
  plan: orNull(DeveloperPlan, 'Null while the database is unavailable'),
  updatedAt: integer('Unix ms: the time of the figures; 0 while the database is unavailable'),
  degraded: Type.Optional(
    Type.Literal(true, { description: 'The database is unavailable, and the figures are zeros' }),
  ),
  reason: Type.Optional(Type.Literal('datastore_unavailable')),
})
export type Balance = Static<typeof Balance>

const use = {
  isSet: boolean('Whether the operator set it for the merchant, in place of the general limit'),
  limit: orNull(Type.Number(), 'Null without a limit'),
  used: orNull(
    Type.Number(),
    'In the current window, with what processes have reserved in advance, or at the moment. Null for what is not counted per merchant',
  ),
  resetAt: NullableTime('Unix ms: when the window ends. Null without a window in use.'),
}

export const LimitsResponse = okResponse('LimitsInForce', {
  wallet: text('Checksummed address of the merchant'),
  isOwn: boolean(
    'A shop of the operator itself, which has no limits of plans and of stored kilobytes',
  ),
  isEstablished: boolean(
    'Has a paid plan, agreed terms or sales, and so a storage budget of its own',
  ),
  suspension: orNull(
    Type.Object({
      at: integer('Unix ms: when the operator suspended the merchant'),
      reason: text('As the operator gave it'),
    }),
    'While the merchant is suspended: its data can be read, but not changed',
  ),
  plans: Type.Array(
    Type.Object({
      subscriptionId: Type.String(),
      plan: namedEnum(
        'PlanKey',
        Object.keys(plans) as Plan[],
        'The plan in force; `starter` once a paid plan has ended',
      ),
      paidUntil: NullableTime('Unix ms: when the paid plan ends or ended. Null without an end.'),
      calls: namedObject('LimitUse', use, { description: 'Use of a limit' }),
      receipts: namedObject('LimitUse', use, { description: 'Use of a limit' }),
    }),
    { description: 'Developer plans, oldest first: calls per minute, and new receipts per day' },
  ),
  limits: Type.Array(
    Type.Object({
      name: text('As in docs/limits.md and in the `limit` of an error'),
      counts: text('The things counted'),
      windowSeconds: orNull(Type.Integer(), 'Null for what exists at the same time'),
      ...use,
    }),
  ),
  updatedAt: integer('Unix ms: the time of the figures'),
})
export type LimitsResponse = Static<typeof LimitsResponse>
