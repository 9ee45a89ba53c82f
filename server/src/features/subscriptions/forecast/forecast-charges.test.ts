import { describe, expect, test } from 'vitest'
import { testNow } from '../../../../test/harness.js'
import { knownAddress } from '../../../lib/hex.js'
import { baseUnits, cents } from '../../../lib/money.js'
import { DAY_MS, toUnixSeconds, unixMs } from '../../../lib/time.js'
import type { PermissionState } from '../charging/attempt/read-permission-states.js'
import type { Subscription } from '../subscription.js'
import { type Candidate, forecastCharges } from './forecast-charges.js'

const now = testNow
const week = 7 * DAY_MS
const until = unixMs(now + 30 * DAY_MS)
const nowSeconds = toUnixSeconds(now)
const price = 10_000_000n
const address = (last: number) => knownAddress(`0x${String(last).padStart(40, '0')}`)

/** A weekly subscription that began now and is charged for its first period. */
function aCandidate(
  changes: Partial<Subscription> = {},
  {
    permission = {},
    state = {},
  }: {
    permission?: Partial<Subscription['permission']>
    state?: Partial<PermissionState> | null
  } = {},
): Candidate {
  const subscription = {
    id: 'sub_a',
    planId: 'plan_a',
    version: 1,
    status: 'active',
    chargedPeriod: 0,
    dueAt: unixMs(now + week),
    nextChargeAt: unixMs(now + week),
    permission: {
      account: address(1),
      token: address(2),
      start: nowSeconds,
      end: nowSeconds + 400 * 86_400,
      period: 604_800,
      ...permission,
    },
    ...changes,
  } as Subscription
  const knownPermissionState: PermissionState = {
    isApproved: true,
    isRevoked: false,
    chargedStart: null,
    balance: 1_000n * price,
    allowance: 1_000n * price,
  }
  return {
    subscription,
    version: {
      manager: address(3),
      priceUnits: baseUnits(price),
      priceCents: cents(1_000n),
    } as Candidate['version'],
    state: state && { ...knownPermissionState, ...state },
  }
}

/** Returns the days from now and the outcomes of a forecast. */
function forecast(...candidates: Candidate[]) {
  return forecastCharges(candidates, { now, until }).map(({ subscription, at, outcome }) => [
    subscription.id,
    (at - now) / DAY_MS,
    outcome.kind === 'failing' ? outcome.reason : outcome.kind,
  ])
}

describe('forecastCharges', () => {
  test('default: lists the coming periods', () => {
    expect(forecast(aCandidate())).toEqual([7, 14, 21, 28].map((day) => ['sub_a', day, 'expected']))
  })

  test('behavior: a new subscription is charged at once, one in trial when it starts', () => {
    const freshCandidate = aCandidate({ chargedPeriod: null, dueAt: now, nextChargeAt: now })
    expect(forecast(freshCandidate)[0]).toEqual(['sub_a', 0, 'expected'])
    const startAt = unixMs(now + 20 * DAY_MS)
    const trial = aCandidate(
      { chargedPeriod: null, dueAt: startAt, nextChargeAt: startAt },
      { permission: { start: toUnixSeconds(startAt) } },
    )
    expect(forecast(trial)).toEqual([
      ['sub_a', 20, 'expected'],
      ['sub_a', 27, 'expected'],
    ])
  })

  test('behavior: counts a charge that is in flight, but none that the chain already shows', () => {
    const inFlight = { chargedPeriod: null, dueAt: null, nextChargeAt: now }
    expect(forecast(aCandidate(inFlight))).toHaveLength(5)
    const mined = aCandidate(inFlight, { state: { chargedStart: nowSeconds } })
    expect(forecast(mined)).toHaveLength(4)
  })

  test('behavior: a retry comes at its time, and an unpaid period is not tried again', () => {
    const pastDue = aCandidate({ chargedPeriod: null, dueAt: unixMs(now + 2 * DAY_MS) })
    expect(forecast(pastDue).map(([, day]) => day)).toEqual([2, 7, 14, 21, 28])
    const unpaid = aCandidate({ chargedPeriod: null, status: 'unpaid' })
    expect(forecast(unpaid).map(([, day]) => day)).toEqual([7, 14, 21, 28])
  })

  test('behavior: charges fail once the money is spent', () => {
    const short = aCandidate({}, { state: { balance: 2n * price + price - 1n } })
    expect(forecast(short).map(([, , result]) => result)).toEqual([
      'expected',
      'expected',
      'balance',
      'balance',
    ])
    const limited = aCandidate({}, { state: { allowance: price } })
    expect(forecast(limited).map(([, , result]) => result)).toEqual([
      'expected',
      'allowance',
      'allowance',
      'allowance',
    ])
  })

  test('behavior: subscriptions of one customer share a balance, those of others do not', () => {
    const state = { balance: price }
    const firstCharges = (candidates: Candidate[]) =>
      forecast(...candidates).slice(0, candidates.length)
    const second = aCandidate({ id: 'sub_b' }, { state })
    const other = aCandidate({ id: 'sub_c' }, { state, permission: { account: address(9) } })
    expect(firstCharges([second, other, aCandidate({}, { state })])).toEqual([
      ['sub_a', 7, 'expected'],
      ['sub_b', 7, 'balance'],
      ['sub_c', 7, 'expected'],
    ])
  })

  test('behavior: a revoked permission fails once, and takes nothing from others', () => {
    const revoked = aCandidate({}, { state: { isRevoked: true, balance: 4n * price } })
    const other = aCandidate({ id: 'sub_b' }, { state: { balance: 4n * price } })
    expect(forecast(revoked, other)).toEqual([
      ['sub_a', 7, 'revoked'],
      ...[7, 14, 21, 28].map((day) => ['sub_b', day, 'expected']),
    ])
  })

  test('behavior: a permission that ends fails once', () => {
    const ending = aCandidate({}, { permission: { end: nowSeconds + 10 * 86_400 } })
    // The last period would be shorter, so it is not charged.
    expect(forecast(ending)).toEqual([['sub_a', 7, 'ends_before']])
    const whole = aCandidate({}, { permission: { end: nowSeconds + 14 * 86_400 } })
    expect(forecast(whole)).toEqual([
      ['sub_a', 7, 'expected'],
      ['sub_a', 14, 'ends_before'],
    ])
    const permission = { start: nowSeconds - 86_400, end: nowSeconds }
    expect(forecast(aCandidate({}, { permission }))).toEqual([['sub_a', 0, 'expired']])
  })

  test('behavior: a state that was not read is unknown, not failing', () => {
    expect(forecast(aCandidate({}, { state: null }))[0]).toEqual(['sub_a', 7, 'unknown'])
  })
})
