import fc from 'fast-check'
import type { SubscriberTrick } from './wallets.js'

/** A subscription, by the indices of its account and its plan. The last account is a hostile wallet. */
export type Subscription = { account: number; plan: number }

/** A charge of the period that starts `periods` before the current one. */
export type Attempt = {
  subscription: Subscription
  periods: number
  isSigned: boolean
  isLate: boolean
}

const thieves = ['spender', 'manager', 'payout'] as const
type Thief = (typeof thieves)[number]

export type Step =
  | { kind: 'charge'; attempt: Attempt }
  | { kind: 'chargeBatch'; attempts: Attempt[] }
  | { kind: 'wait'; seconds: number }
  | { kind: 'revoke'; subscription: Subscription }
  /** The canceler of the plan signs, and a third party submits it. */
  | { kind: 'cancel'; subscription: Subscription }
  | { kind: 'claimFee' }
  | { kind: 'freezeFees'; isFrozen: boolean }
  /** The account's allowance for the manager, as a number of charges. */
  | { kind: 'allow'; account: number; charges: number }
  | { kind: 'blacklist'; payout: number }
  | { kind: 'unBlacklist'; payout: number }
  /** The merchant moves the payout of all its plans. -1 restores the payout of each plan. */
  | { kind: 'setPayout'; payout: number }
  | { kind: 'play'; trick: SubscriberTrick }
  /** A third party tries to take the money of a subscription. */
  | { kind: 'steal'; subscription: Subscription; thief: Thief }

export const accountCount = 3
/** The first plan has a fee of 50 bps, the second none. */
const planCount = 2
export const payoutCount = 3

const account = fc.nat({ max: accountCount - 1 })
const subscription = fc.record({ account, plan: fc.nat({ max: planCount - 1 }) })
const attempt: fc.Arbitrary<Attempt> = fc.record({
  subscription,
  periods: fc.constantFrom(0, 0, 0, 0, 1, -1),
  isSigned: fc.boolean(),
  isLate: fc.constantFrom(false, false, false, false, true),
})
const attempts = fc.array(attempt, { minLength: 1, maxLength: 5 })
const payout = fc.nat({ max: payoutCount - 1 })
const seconds = fc.constantFrom(60, 86_400, 1_296_000, 2_592_000, 5_000_000, 9_000_000, 30_500_000)
const trick = fc.constantFrom<SubscriberTrick>(
  'Accept',
  'Accept',
  'Refuse',
  'BurnGas',
  'RevertWithBomb',
  'ReturnBomb',
  'BurnGasAndAccept',
)

const kind = <const Kind extends Step['kind']>(name: Kind) => fc.constant(name)

export const aStepList: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: kind('charge'), attempt }) },
    { weight: 4, arbitrary: fc.record({ kind: kind('chargeBatch'), attempts }) },
    { weight: 4, arbitrary: fc.record({ kind: kind('wait'), seconds }) },
    { weight: 1, arbitrary: fc.record({ kind: kind('revoke'), subscription }) },
    { weight: 1, arbitrary: fc.record({ kind: kind('cancel'), subscription }) },
    { weight: 1, arbitrary: fc.record({ kind: kind('claimFee') }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: kind('freezeFees'), isFrozen: fc.boolean() }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: kind('allow'), account, charges: fc.nat({ max: 3 }) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: kind('blacklist'), payout }) },
    { weight: 1, arbitrary: fc.record({ kind: kind('unBlacklist'), payout }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: kind('setPayout'),
        payout: fc.integer({ min: -1, max: payoutCount - 1 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: kind('play'), trick }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: kind('steal'),
        subscription,
        thief: fc.constantFrom(...thieves),
      }),
    },
  ),
  { minLength: 1, maxLength: 10 },
)
