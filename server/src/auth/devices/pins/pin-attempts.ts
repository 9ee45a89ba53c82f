import { DAY_MS, MINUTE_MS, type UnixMs, unixMs } from '../../../lib/time.js'

/** The wrong PINs of a cashier. */
export type CashierPins = {
  /** Since the last lock, including attempts that are being checked. */
  wrongPins: number
  /** The locks that count for the length of the next one. */
  pinLocks: number
  lockedUntil: UnixMs | null
  /** The time up to which locks were forgiven, since the first of them. */
  forgivenAt: UnixMs | null
}

/** The wrong PINs at a device, of all cashiers. */
export type DevicePins = Pick<CashierPins, 'wrongPins' | 'forgivenAt'>

/** An attempt that was counted as wrong before its check. */
export type PinAttempt = { at: UnixMs }

export const pinsPerLock = 5
/** Wrong PINs that end a device. */
export const maxDevicePins = 20
/** Wrong PINs that a device is forgiven per day: about as many as people mistype at a register. */
const forgivenPerDay = 3
const firstLockMs = MINUTE_MS
const maxLockMs = DAY_MS
/**
 * Shorter than any lock, so that an attempt is given back only in the round in which it was taken.
 */
const maxCheckMs = MINUTE_MS / 2

export const noPins: CashierPins = {
  wrongPins: 0,
  pinLocks: 0,
  lockedUntil: null,
  forgivenAt: null,
}

/** Returns the length of a cashier's nth lock: a minute, doubled each time, up to a day. */
export function lockMsOf(lock: number): number {
  return Math.min(firstLockMs * 2 ** (lock - 1), maxLockMs)
}

export type TakenAttempt =
  | { kind: 'locked'; until: UnixMs }
  | { kind: 'ended' }
  | { kind: 'taken'; cashier: CashierPins; device: DevicePins; attempt: PinAttempt }

/**
 * Counts an attempt as wrong, before the PIN is checked: however many are made at the same time, no
 * more are checked than may be wrong. Five lock the cashier, and 20 end the device. A right PIN
 * does not reset the count, because four guesses would then be free after each sign-in of the
 * cashier.
 */
export function takeAttempt(
  pins: { cashier: CashierPins; device: DevicePins },
  now: UnixMs,
): TakenAttempt {
  const device = countOnDevice(pins.device, now)
  if (!device) return { kind: 'ended' }
  const cashier = countOfCashier(pins.cashier, now)
  if ('until' in cashier) return { kind: 'locked', until: cashier.until }
  return { kind: 'taken', cashier, device, attempt: { at: now } }
}

/** Counts an attempt of a cashier, or returns when their lock ends. */
export function countOfCashier(before: CashierPins, now: UnixMs): CashierPins | { until: UnixMs } {
  const pins = forgiveLocks(before, now)
  const isRoundOver = pins.wrongPins >= pinsPerLock
  if (isRoundOver && pins.lockedUntil !== null && now < pins.lockedUntil) {
    return { until: pins.lockedUntil }
  }
  const wrongPins = (isRoundOver ? 0 : pins.wrongPins) + 1
  const isLocking = wrongPins === pinsPerLock
  const pinLocks = pins.pinLocks + (isLocking ? 1 : 0)
  const lockedUntil = isLocking ? unixMs(now + lockMsOf(pinLocks)) : null
  const isFirstLock = isLocking && pins.pinLocks === 0
  const forgivenAt = isFirstLock ? now : pins.forgivenAt
  return { wrongPins, pinLocks, lockedUntil, forgivenAt }
}

/** Counts an attempt at a device, or returns null if it has had too many. */
export function countOnDevice(before: DevicePins, now: UnixMs): DevicePins | null {
  const { wrongPins, forgivenAt } = before
  if (wrongPins >= maxDevicePins) return null
  return { wrongPins: wrongPins + 1, forgivenAt: wrongPins === 0 ? now : forgivenAt }
}

/** Takes back the attempt of a cashier whose PIN was right, and the lock that it caused. */
export function giveBackToCashier(
  pins: CashierPins,
  { attempt, now }: { attempt: PinAttempt; now: UnixMs },
): CashierPins {
  if (now - attempt.at > maxCheckMs || pins.wrongPins === 0) return pins
  const isUnlocking = pins.wrongPins === pinsPerLock
  return {
    ...pins,
    wrongPins: pins.wrongPins - 1,
    pinLocks: pins.pinLocks - (isUnlocking ? 1 : 0),
    lockedUntil: null,
  }
}

/**
 * Takes back the attempt at a device. Only a right PIN forgives earlier wrong ones: a thief who
 * knows none gets no more than 20 guesses with a stolen device.
 */
export function giveBackToDevice(
  pins: DevicePins,
  { attempt, now }: { attempt: PinAttempt; now: UnixMs },
): DevicePins {
  if (now - attempt.at > maxCheckMs || pins.wrongPins === 0) return pins
  return forgivePins({ ...pins, wrongPins: pins.wrongPins - 1 }, now)
}

/** Forgives one lock per day, because people mistype every day. Guessing takes more than one. */
function forgiveLocks(pins: CashierPins, now: UnixMs): CashierPins {
  const days = unforgivenDays(pins, now)
  if (days === 0 || pins.forgivenAt === null) return pins
  return {
    ...pins,
    pinLocks: Math.max(0, pins.pinLocks - days),
    forgivenAt: unixMs(pins.forgivenAt + days * DAY_MS),
  }
}

function forgivePins(pins: DevicePins, now: UnixMs): DevicePins {
  const days = unforgivenDays(pins, now)
  if (days === 0 || pins.forgivenAt === null) return pins
  return {
    wrongPins: Math.max(0, pins.wrongPins - days * forgivenPerDay),
    forgivenAt: unixMs(pins.forgivenAt + days * DAY_MS),
  }
}

function unforgivenDays({ forgivenAt }: DevicePins, now: UnixMs): number {
  return forgivenAt === null ? 0 : Math.max(0, Math.floor((now - forgivenAt) / DAY_MS))
}
