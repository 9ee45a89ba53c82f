import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS, unixMs } from '../../../lib/time.js'
import {
  type CashierPins,
  type DevicePins,
  giveBackToCashier,
  giveBackToDevice,
  lockMsOf,
  maxDevicePins,
  noPins,
  pinsPerLock,
  takeAttempt,
} from './pin-attempts.js'
import { attempts, play } from './pin-attempts.properties.js'

const now = unixMs(1_767_268_800_000)

/** Counts wrong PINs at a new device each, as far as the cashier is not locked. */
function guess(pins: CashierPins, count: number, at = now): CashierPins {
  let cashier = pins
  for (let index = 0; index < count; index += 1) {
    const taken = takeAttempt({ cashier, device: noPins }, at)
    if (taken.kind === 'taken') cashier = taken.cashier
  }
  return cashier
}

describe('takeAttempt', () => {
  test('default: five lock for a minute, and each further lock doubles up to a day', () => {
    expect(Array.from({ length: 13 }, (_, index) => lockMsOf(index + 1) / MINUTE_MS)).toEqual([
      1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 1_440, 1_440,
    ])
    const locked = guess(noPins, 1_000)
    expect(locked).toMatchObject({ wrongPins: 5, pinLocks: 1, lockedUntil: now + MINUTE_MS })
    const later = unixMs(now + MINUTE_MS)
    expect(guess(locked, 1_000, later)).toMatchObject({
      pinLocks: 2,
      lockedUntil: later + 2 * MINUTE_MS,
    })
  })

  test('behavior: a right PIN gives back its attempt and its lock, and nothing else', () => {
    const before = { cashier: guess(noPins, 4), device: { wrongPins: 4, forgivenAt: now } }
    const taken = takeAttempt(before, unixMs(now + 1))
    if (taken.kind !== 'taken') throw new Error(taken.kind)
    expect(taken.cashier.lockedUntil).not.toBeNull()
    const back = { attempt: taken.attempt, now: unixMs(now + 2) }
    const { forgivenAt: _, ...cashier } = before.cashier
    expect(giveBackToCashier(taken.cashier, back)).toMatchObject(cashier)
    expect(giveBackToDevice(taken.device, back)).toEqual(before.device)
    // A check that took longer than a lock must not free an attempt of the next round.
    const late = { attempt: taken.attempt, now: unixMs(now + MINUTE_MS) }
    expect(giveBackToCashier(taken.cashier, late)).toEqual(taken.cashier)
  })

  test('behavior: a person who mistypes every day is not locked for longer each time', () => {
    let pins = { cashier: noPins, device: noPins as DevicePins }
    const locks = []
    for (let day = 0; day < 100; day += 1) {
      const at = unixMs(now + day * DAY_MS)
      const taken = takeAttempt(pins, at)
      if (taken.kind !== 'taken') throw new Error(taken.kind)
      // Another cashier unlocks the device.
      const other = takeAttempt({ cashier: noPins, device: taken.device }, at)
      if (other.kind !== 'taken') throw new Error(other.kind)
      const device = giveBackToDevice(other.device, { attempt: other.attempt, now: at })
      pins = { cashier: taken.cashier, device }
      if (taken.cashier.lockedUntil) locks.push(taken.cashier.pinLocks)
    }
    expect(locks).toEqual(Array.from({ length: 20 }, () => 1))
  })

  test('behavior: each day forgives one lock', () => {
    const locked = { ...guess(noPins, 5), pinLocks: 7 }
    const after = (days: number) => guess(locked, 1, unixMs(now + days * DAY_MS)).pinLocks
    expect([0.9, 1, 3.5, 20].map(after)).toEqual([7, 6, 4, 0])
  })

  test('behavior: 20 wrong PINs end the device, however much later', () => {
    const device = { wrongPins: maxDevicePins, forgivenAt: now }
    for (const days of [0, 1, 100]) {
      const later = unixMs(now + days * DAY_MS)
      expect(takeAttempt({ cashier: noPins, device }, later)).toEqual({ kind: 'ended' })
    }
  })

  test('behavior: a right PIN forgives three wrong ones per day at its device', () => {
    const device = { wrongPins: 19, forgivenAt: now }
    const after = (days: number) => {
      const at = unixMs(now + days * DAY_MS)
      const taken = takeAttempt({ cashier: noPins, device }, at)
      if (taken.kind !== 'taken') throw new Error(taken.kind)
      return giveBackToDevice(taken.device, { attempt: taken.attempt, now: at }).wrongPins
    }
    expect([0, 0.9, 1, 2.5, 30].map(after)).toEqual([19, 19, 16, 13, 0])
  })

  test('property: no order of attempts and right PINs gets more checks than the locks allow', () => {
    fc.assert(
      fc.property(attempts, (sequence) => {
        const { checked } = play(sequence)
        for (const cashier of [0, 1, 2]) {
          const wrong = checked.filter((entry) => entry.cashier === cashier && !entry.isRight)
          for (const [index, { at }] of wrong.entries()) {
            // Five in any minute.
            const inMinute = wrong.slice(index).filter((other) => other.at < at + MINUTE_MS)
            expect(inMinute.length).toBeLessThanOrEqual(pinsPerLock)
            // Twelve locks reach the longest one. From then on, each lock needs a day.
            const inMonth = wrong.slice(index).filter((other) => other.at < at + 30 * DAY_MS)
            expect(inMonth.length).toBeLessThanOrEqual(pinsPerLock * (12 + 31))
          }
        }
      }),
      { numRuns: 100 },
    )
  })

  test('property: right PINs change nothing for later attempts at a cashier', () => {
    fc.assert(
      fc.property(attempts, (played) => {
        const sequence = played.map((attempt, device) => ({ ...attempt, device }))
        const wrong: typeof sequence = []
        let waitedMs = 0
        for (const attempt of sequence) {
          waitedMs += attempt.afterMs
          if (attempt.isRight) continue
          wrong.push({ ...attempt, afterMs: waitedMs })
          waitedMs = 0
        }
        const places = (played: ReturnType<typeof play>) =>
          played.checked.filter(({ isRight }) => !isRight)
        expect(places(play(sequence))).toEqual(places(play(wrong)))
      }),
      { numRuns: 100 },
    )
  })
})
