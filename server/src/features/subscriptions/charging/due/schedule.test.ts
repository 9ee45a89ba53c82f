import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../../../lib/errors.js'
import { DAY_MS, type UnixMs, unixMs } from '../../../../lib/time.js'
import { applyChange, type RequestedChange } from '../../lifecycle/change-subscription.js'
import { periodOf, timesOf } from '../../periods.js'
import type { Subscription } from '../../subscription.js'
import { failureCodes } from '../attempt/charge.js'
import {
  afterEnd,
  afterFailure,
  afterReversal,
  afterSubmission,
  afterSuccess,
  decideDue,
  findRetry,
} from './schedule.js'

const start = 1_700_000_000
const month = 2_592_000
const startAt = unixMs(start * 1_000)

function aSubscription(fields: { period?: number; end?: number } = {}): Subscription {
  const { period = month, end = start + 120 * month } = fields
  const address = `0x${'1'.repeat(40)}` as Subscription['merchant']
  return {
    merchant: address,
    id: 'sub_1',
    planId: 'plan_1',
    version: 1,
    permission: {
      account: address,
      spender: address,
      token: address,
      allowance: 1n,
      period,
      start,
      end,
      salt: 1n,
      extraData: '0x',
    },
    permissionHash: `0x${'2'.repeat(64)}` as Subscription['permissionHash'],
    signature: '0x',
    status: 'active',
    nextChargeAt: startAt,
    dueAt: startAt,
    chargedPeriod: null,
    lastChargeAt: null,
    lastChargeStatus: null,
    failedAttempts: 0,
    createdAt: startAt,
    updatedAt: startAt,
    pausedAt: null,
    pausedFrom: null,
    pausedUntil: null,
    canceledAt: null,
    onChain: null,
  }
}

describe('findRetry', () => {
  const period = periodOf(aSubscription().permission, 0)
  const at = (day: number, graceDays = 7) =>
    findRetry({
      period,
      firstFailedAt: startAt,
      graceDays,
      now: unixMs(startAt + day * DAY_MS),
    })

  test('default: days 1, 3, 5 and 7', () => {
    const days = [0, 1, 2, 3, 4, 5, 6].map((day) => ((at(day) ?? 0) - startAt) / DAY_MS)
    expect(days).toEqual([1, 3, 3, 5, 5, 7, 7])
    expect(at(7)).toBeNull()
  })

  test('behavior: ends with the days of grace', () => {
    expect(at(1, 3)).toBe(startAt + 3 * DAY_MS)
    expect(at(3, 3)).toBeNull()
    expect(at(0, 0)).toBeNull()
  })

  test('behavior: stays inside the period', () => {
    const week = periodOf(aSubscription({ period: 604_800 }).permission, 0)
    const now = unixMs(startAt + 5 * DAY_MS)
    const firstFailedAt = startAt
    expect(findRetry({ period: week, firstFailedAt, graceDays: 7, now })).toBeNull()
  })
})

describe('timesOf', () => {
  test('default: the next period, or the current one at once', () => {
    const now = unixMs(startAt + 5 * DAY_MS)
    const charged = { ...aSubscription(), chargedPeriod: 0 }
    const next = unixMs((start + month) * 1_000)
    expect(timesOf(charged, now)).toEqual({ nextChargeAt: next, dueAt: next })
    expect(timesOf(aSubscription(), now)).toEqual({ nextChargeAt: startAt, dueAt: now })
  })

  test('behavior: the end of the permission while paused, unless it is too late to represent', () => {
    const paused = { ...aSubscription(), status: 'paused' as const }
    const end = (start + 120 * month) * 1_000
    expect(timesOf(paused, startAt)).toEqual({ nextChargeAt: null, dueAt: end })
    const endless = { ...paused, permission: { ...paused.permission, end: 2 ** 48 - 1 } }
    expect(timesOf(endless, startAt)).toEqual({ nextChargeAt: null, dueAt: null })
  })

  test('behavior: the end of the permission when no period is left', () => {
    const last = { ...aSubscription({ end: start + month - 1 }), chargedPeriod: 0 }
    expect(timesOf(last, startAt)).toEqual({
      nextChargeAt: null,
      dueAt: (start + month - 1) * 1_000,
    })
  })
})

describe('decideDue', () => {
  const during = unixMs(startAt + 5 * DAY_MS)
  const ended = unixMs((start + 120 * month) * 1_000)

  test.each<[string, Partial<Subscription>, UnixMs, string]>([
    ['a new subscription', {}, during, 'charge'],
    ['a period that was charged', { chargedPeriod: 0 }, during, 'wait'],
    ['a paused subscription', { status: 'paused' }, during, 'wait'],
    ['a paused subscription whose permission has ended', { status: 'paused' }, ended, 'expire'],
    ['a canceled subscription', { status: 'canceled' }, during, 'wait'],
    ['a canceled subscription whose permission has ended', { status: 'canceled' }, ended, 'wait'],
  ])('behavior: %s', (_name, fields, now, kind) => {
    expect(decideDue({ ...aSubscription(), ...fields }, now).kind).toBe(kind)
  })
})

describe('afterSubmission', () => {
  test('behavior: is due again only by its result, and a retry keeps the time of the next charge', () => {
    const before = { ...aSubscription(), nextChargeAt: unixMs((start + month) * 1_000) }
    const period = periodOf(before.permission, 0)
    const submit = (status: Subscription['status']) =>
      afterSubmission({ ...before, status }, { period, now: startAt })
    const submitted = { dueAt: null, lastChargeStatus: 'pending' }
    expect(submit('active')).toMatchObject({ ...submitted, nextChargeAt: startAt })
    expect(submit('past_due')).toMatchObject({ ...submitted, nextChargeAt: before.nextChargeAt })
  })
})

describe('afterFailure', () => {
  const before = { ...aSubscription(), failedAttempts: 1 }
  const period = periodOf(before.permission, 0)
  const next = periodOf(before.permission, 1)
  const fail = (fields: Partial<Parameters<typeof afterFailure>[1]> = {}) => {
    const first = { firstFailedAt: startAt, now: startAt, graceDays: 7 }
    return afterFailure(before, { period, code: 'balance', ...first, ...fields })
  }

  test('default: is past due until the next retry, and charged next in the next period', () => {
    expect(fail()).toMatchObject({
      status: 'past_due',
      failedAttempts: 2,
      dueAt: startAt + DAY_MS,
      nextChargeAt: next.startAt,
    })
  })

  test('behavior: is unpaid after the last retry', () => {
    expect(fail({ graceDays: 0 })).toMatchObject({ status: 'unpaid', dueAt: next.startAt })
  })

  test('behavior: changes no status when the period has just ended', () => {
    const { endAt: now } = period
    expect(fail({ now })).toMatchObject({ status: 'active', dueAt: now, nextChargeAt: now })
  })

  test.each(['revoked', 'expired'] as const)('behavior: ends when the permission is %s', (code) => {
    expect(fail({ code })).toMatchObject({ status: code, dueAt: null, nextChargeAt: null })
  })
})

describe('afterSuccess', () => {
  test('default: forgets earlier failures', () => {
    const before = { ...aSubscription(), status: 'past_due' as const, failedAttempts: 3 }
    const after = afterSuccess(before, { period: periodOf(before.permission, 0), now: startAt })
    expect(after).toMatchObject({ status: 'active', chargedPeriod: 0, failedAttempts: 0 })
  })

  test('behavior: the late success of an earlier period does not move the charged period back', () => {
    const before = { ...aSubscription(), chargedPeriod: 2 }
    const now = unixMs(startAt + 2 * month * 1_000 + DAY_MS)
    const after = afterSuccess(before, { period: periodOf(before.permission, 1), now })
    const next = (start + 3 * month) * 1_000
    expect(after).toMatchObject({ chargedPeriod: 2, nextChargeAt: next, dueAt: next })
  })
})

describe('afterReversal', () => {
  const reverse = (chargedPeriod: number, index: number) => {
    const before = { ...aSubscription(), chargedPeriod, lastChargeStatus: 'succeeded' as const }
    return afterReversal(before, { period: periodOf(before.permission, index), now: startAt })
  }

  test('default: the last charge is pending again', () => {
    expect(reverse(2, 2)).toMatchObject({ chargedPeriod: 1, lastChargeStatus: 'pending' })
    expect(reverse(0, 0)).toMatchObject({ chargedPeriod: null, lastChargeStatus: 'pending' })
  })

  test('behavior: an earlier charge does not affect the last one', () => {
    expect(reverse(2, 1)).toMatchObject({ chargedPeriod: 2, lastChargeStatus: 'succeeded' })
  })
})

type Step =
  | { kind: 'wait'; ms: number }
  | { kind: 'submit' }
  | { kind: 'result'; isSuccess: boolean; code: (typeof failureCodes)[number] }
  | { kind: 'reorg' }
  | { kind: 'change'; to: RequestedChange }

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.integer({ min: 0, max: 40 * DAY_MS }),
    }),
  },
  { weight: 4, arbitrary: fc.constant({ kind: 'submit' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('result' as const),
      isSuccess: fc.boolean(),
      code: fc.constantFrom(
        ...failureCodes.filter((code) => code !== 'revoked' && code !== 'expired'),
      ),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'reorg' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      to: fc.constantFrom('paused' as const, 'resumed' as const, 'canceled' as const),
    }),
  },
)

describe('the schedule', () => {
  test('property: charges each period at most once, on the grid of the permission', () => {
    const period = fc.constantFrom(604_800, month)
    const periods = fc.integer({ min: 1, max: 12 })
    fc.assert(
      fc.property(
        period,
        periods,
        fc.array(steps, { maxLength: 60 }),
        (length, count, sequence) => {
          const { charged } = play(
            aSubscription({ period: length, end: start + count * length }),
            sequence,
          )
          for (const [index, times] of charged) expect([index, times]).toEqual([index, 1])
        },
      ),
      { numRuns: 300 },
    )
  })
})

/** Plays steps as the charger does, and requires the invariants after each. */
function play(first: Subscription, sequence: readonly Step[]) {
  let subscription = first
  let now: UnixMs = startAt
  let inFlight: number | null = null
  const firstFailed = new Map<number, UnixMs>()
  const charged = new Map<number, number>()
  const { permission } = first

  for (const step of sequence) {
    if (step.kind === 'wait') now = unixMs(now + step.ms)
    if (step.kind === 'submit') submit()
    if (step.kind === 'result' && inFlight !== null) finish(step)
    if (step.kind === 'reorg') reverse()
    if (step.kind === 'change') change(step.to)
    requireGrid()
  }
  return { charged }

  function submit(): void {
    const { dueAt } = subscription
    if (dueAt === null || dueAt > now) return
    const dueStep = decideDue(subscription, now)
    if (dueStep.kind === 'expire') subscription = afterEnd(subscription, { change: 'expired', now })
    if (dueStep.kind === 'wait') subscription = { ...subscription, ...timesOf(subscription, now) }
    if (dueStep.kind !== 'charge') return
    // The charger waits for the result of the period.
    if (inFlight === dueStep.period.index) subscription = { ...subscription, dueAt: null }
    if (inFlight !== null) return
    inFlight = dueStep.period.index
    subscription = afterSubmission(subscription, { period: dueStep.period, now })
  }

  function finish({ isSuccess, code }: Extract<Step, { kind: 'result' }>): void {
    const index = inFlight ?? 0
    const period = periodOf(permission, index)
    inFlight = null
    // The contract rejects a charge of a period that has ended. It also rejects a second charge,
    // which must never be sent.
    if (isSuccess && now < period.endAt) {
      charged.set(index, (charged.get(index) ?? 0) + 1)
      subscription = afterSuccess(subscription, { period, now })
      return
    }
    const firstFailedAt = firstFailed.get(index) ?? now
    firstFailed.set(index, firstFailedAt)
    subscription = afterFailure(subscription, { period, code, firstFailedAt, graceDays: 7, now })
  }

  function reverse(): void {
    const index = subscription.chargedPeriod
    if (index === null || inFlight !== null || !charged.has(index)) return
    charged.delete(index)
    inFlight = index
    subscription = afterReversal(subscription, { period: periodOf(permission, index), now })
  }

  function change(to: RequestedChange): void {
    try {
      subscription = applyChange(subscription, { change: to, now })
    } catch (error) {
      expect(error).toBeInstanceOf(AppError)
      // It has ended, and cannot change.
      const hasEnded = now >= permission.end * 1_000
      expect(hasEnded || ['canceled', 'expired'].includes(subscription.status)).toBe(true)
    }
  }

  function requireGrid(): void {
    const { nextChargeAt, status, dueAt } = subscription
    if (nextChargeAt !== null) {
      expect((nextChargeAt - startAt) % (permission.period * 1_000)).toBe(0)
      expect(nextChargeAt).toBeLessThan(permission.end * 1_000)
    }
    const isOpen = status === 'active' || status === 'past_due' || status === 'unpaid'
    if (!isOpen) expect(nextChargeAt).toBeNull()
    if (!isOpen) expect(dueAt).toBe(status === 'paused' ? permission.end * 1_000 : null)
    // Nothing is forgotten.
    if (isOpen && inFlight === null) expect(dueAt).not.toBeNull()
  }
}
