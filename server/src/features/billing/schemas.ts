import { type Static, Type } from 'typebox'
import { type Plan, plans } from '../../auth/plans.js'

const NullableTime = (description: string) =>
  Type.Union([Type.Integer(), Type.Null()], { description })

const DeveloperPlan = Type.Object(
  {
    key: Type.Enum(Object.keys(plans) as Plan[], {
      title: 'PlanKey',
      type: 'string',
      description: 'The plan in force; `starter` once a paid plan has ended',
    }),
    name: Type.String(),
    priceUsd: Type.Number({ description: 'The price of 30 days' }),
    renewsAt: NullableTime(
      'Unix ms: when the plan ends unless you pay again. Null for a plan without an end.',
    ),
  },
  { title: 'DeveloperPlan' },
)

export const Balance = Type.Object(
  {
    ok: Type.Literal(true),
    wallet: Type.String({ description: 'Checksummed address of the merchant' }),
    balance: Type.Integer({ description: 'The same as `remainingSeconds`' }),
    unit: Type.Literal('seconds'),
    grantedSeconds: Type.Integer({ description: 'All time bought for the plan' }),
    usedSeconds: Type.Integer({ description: '`grantedSeconds` minus `remainingSeconds`' }),
    remainingSeconds: Type.Integer({
      description: 'Time until the paid plan ends; 0 for a plan without an end',
    }),
    expiresAt: NullableTime(
      'Unix ms: when the paid plan ends or ended. Null for a plan without an end.',
    ),
    plan: Type.Union([DeveloperPlan, Type.Null()], {
      description: 'Null while the database is unavailable',
    }),
    updatedAt: Type.Integer({
      description: 'Unix ms: the time of the figures; 0 while the database is unavailable',
    }),
    degraded: Type.Optional(
      Type.Literal(true, { description: 'The database is unavailable, and the figures are zeros' }),
    ),
    reason: Type.Optional(Type.Literal('datastore_unavailable')),
  },
  { title: 'Balance' },
)
export type Balance = Static<typeof Balance>

const use = {
  limit: Type.Union([Type.Number(), Type.Null()], { description: 'Null without a limit' }),
  used: Type.Union([Type.Number(), Type.Null()], {
    description:
      'In the current window, with what processes have reserved in advance, or at the moment. Null for what is not counted per merchant',
  }),
  resetAt: NullableTime('Unix ms: when the window ends. Null without a window in use.'),
}

export const LimitsResponse = Type.Object(
  {
    ok: Type.Literal(true),
    wallet: Type.String({ description: 'Checksummed address of the merchant' }),
    isOwn: Type.Boolean({
      description:
        'A shop of the operator itself, which has no limits of plans and of stored kilobytes',
    }),
    isEstablished: Type.Boolean({
      description: 'Has a paid plan, agreed terms or sales, and so a storage budget of its own',
    }),
    plans: Type.Array(
      Type.Object({
        subscriptionId: Type.String(),
        plan: Type.Enum(Object.keys(plans) as Plan[], {
          title: 'PlanKey',
          type: 'string',
          description: 'The plan in force; `starter` once a paid plan has ended',
        }),
        paidUntil: NullableTime('Unix ms: when the paid plan ends or ended. Null without an end.'),
        calls: Type.Object(use, { title: 'LimitUse', description: 'Use of a limit' }),
        receipts: Type.Object(use, { title: 'LimitUse', description: 'Use of a limit' }),
      }),
      { description: 'Developer plans, oldest first: calls per minute, and new receipts per day' },
    ),
    limits: Type.Array(
      Type.Object({
        name: Type.String({ description: 'As in docs/limits.md and in the `limit` of an error' }),
        counts: Type.String({ description: 'The things counted' }),
        windowSeconds: Type.Union([Type.Integer(), Type.Null()], {
          description: 'Null for what exists at the same time',
        }),
        ...use,
      }),
    ),
    updatedAt: Type.Integer({ description: 'Unix ms: the time of the figures' }),
  },
  { title: 'LimitsInForce' },
)
export type LimitsResponse = Static<typeof LimitsResponse>
