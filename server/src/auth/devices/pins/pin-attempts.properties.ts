import fc from 'fast-check'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type UnixMs, unixMs } from '../../../lib/time.js'
import {
  type CashierPins,
  countOnDevice,
  type DevicePins,
  giveBackToCashier,
  giveBackToDevice,
  maxDevicePins,
  noPins,
  takeAttempt,
} from './pin-attempts.js'

/** PINs of four digits, without those that repeat one digit or count up or down. */
const possiblePins = 10_000 - 10 - 7 - 7

type Attempt = { cashier: number; device: number; afterMs: number; isRight: boolean }

/** Attempts in bursts and after pauses, a few of which are right. */
export const attempts = fc.array(
  fc.record({
    cashier: fc.nat({ max: 2 }),
    device: fc.nat({ max: 1 }),
    afterMs: fc.oneof(
      fc.constantFrom(0, 1, SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS),
      fc.nat({ max: 3 * DAY_MS }),
    ),
    isRight: fc.boolean(),
  }),
  { maxLength: 200 },
)

type Checked = { at: UnixMs; cashier: number; device: number; isRight: boolean }

/** Plays attempts and returns those whose PIN was checked. */
export function play(sequence: readonly Attempt[]): { checked: Checked[]; last: CashierPins[] } {
  const cashiers = new Map<number, CashierPins>()
  const devices = new Map<number, DevicePins>()
  const checked: Checked[] = []
  let now = unixMs(1_767_268_800_000)
  for (const { cashier, device, afterMs, isRight } of sequence) {
    now = unixMs(now + afterMs)
    const pins = {
      cashier: cashiers.get(cashier) ?? noPins,
      device: devices.get(device) ?? noPins,
    }
    const taken = takeAttempt(pins, now)
    if (taken.kind !== 'taken') continue
    checked.push({ at: now, cashier, device, isRight })
    const back = { attempt: taken.attempt, now }
    cashiers.set(cashier, isRight ? giveBackToCashier(taken.cashier, back) : taken.cashier)
    devices.set(device, isRight ? giveBackToDevice(taken.device, back) : taken.device)
  }
  return { checked, last: [...cashiers.values()] }
}

export type Thief = { cashiers: number; devices: number; hasSignIns: boolean; seed: number }

/**
 * Returns the days until a thief guesses the PIN of a cashier, or `Infinity` if all devices are
 * locked out before. The thief has all devices, tries every cashier that is not locked, keeps each
 * device below its limit while cashiers sign in there, and remembers the PINs that were tried.
 * Cashiers may sign in with the right PIN at every device, and before each attempt.
 */
export function daysToGuess({ cashiers: count, devices: deviceCount, hasSignIns, seed }: Thief) {
  const random = seededRandom(seed)
  const cashiers = Array.from({ length: count }, () => ({
    pins: noPins,
    guess: 0,
    // The thief tries PINs in any order, so the place of the right one is random.
    place: Math.floor(random() * possiblePins),
  }))
  let devices: DevicePins[] = Array.from({ length: deviceCount }, () => noPins)
  // A device that no cashier unlocks forgives nothing, so the thief uses its last attempt too.
  const usedPins = hasSignIns ? maxDevicePins - 1 : maxDevicePins
  const start = 1_767_268_800_000
  for (let now = unixMs(start); ; now = nextTime(now, cashiers, devices)) {
    if (hasSignIns) devices = devices.map((device) => unlock(device, now))
    else if (devices.every((device) => device.wrongPins >= usedPins))
      return Number.POSITIVE_INFINITY
    for (const cashier of cashiers) {
      while (!isLocked(cashier.pins, now)) {
        const index = devices.findIndex((device) => device.wrongPins < usedPins)
        const device = devices[index]
        if (!device) break
        if (hasSignIns) signIn(cashier, now)
        const taken = takeAttempt({ cashier: cashier.pins, device }, now)
        if (taken.kind !== 'taken') throw new Error(`unexpected: ${taken.kind}`)
        if (cashier.guess === cashier.place) return (now - start) / DAY_MS
        cashier.guess += 1
        cashier.pins = taken.cashier
        devices[index] = taken.device
      }
    }
  }
}

const isLocked = ({ lockedUntil }: CashierPins, now: UnixMs) =>
  lockedUntil !== null && now < lockedUntil

/** Returns when the first lock ends, or the first device is forgiven. */
function nextTime(
  now: UnixMs,
  cashiers: readonly { pins: CashierPins }[],
  devices: readonly DevicePins[],
): UnixMs {
  const times = [
    ...cashiers.flatMap(({ pins }) => pins.lockedUntil ?? []),
    ...devices.flatMap(({ forgivenAt }) => (forgivenAt === null ? [] : forgivenAt + DAY_MS)),
  ]
  return unixMs(Math.min(...times.filter((time) => time > now)))
}

function unlock(device: DevicePins, now: UnixMs): DevicePins {
  const counted = countOnDevice(device, now)
  return counted ? giveBackToDevice(counted, { attempt: { at: now }, now }) : device
}

function signIn(cashier: { pins: CashierPins }, now: UnixMs): void {
  const taken = takeAttempt({ cashier: cashier.pins, device: noPins }, now)
  if (taken.kind !== 'taken') return
  cashier.pins = giveBackToCashier(taken.cashier, { attempt: taken.attempt, now })
}

/** A generator with the same numbers for the same seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
