import {
  findCashier,
  lockCashier,
  type StoredCashier,
  updateCashier,
} from '../../auth/devices/cashier-store.js'
import { lockDevice, type StoredDevice, updateDevicePins } from '../../auth/devices/device-store.js'
import { type Device, findKnownCashier, findKnownDevice } from '../../auth/devices/devices.js'
import {
  countOfCashier,
  giveBackToCashier,
  giveBackToDevice,
  maxDevicePins,
  type PinAttempt,
  pinsPerLock,
  type TakenAttempt,
  takeAttempt,
} from '../../auth/devices/pins/pin-attempts.js'
import type { PinHasher } from '../../auth/devices/pins/pin-hasher.js'
import { addWaiting, waitingPins } from '../../auth/devices/waiting-pins.js'
import { AppError } from '../../lib/errors.js'
import { MINUTE_MS, type UnixMs } from '../../lib/time.js'
import { type Context, inTransaction, type TxContext } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { noSuchCashier } from './cashiers/change-cashier.js'
import { readPin } from './cashiers/read-pin.js'
import { deviceAuthor, endLockedOut, raiseLockedOut, recordLock } from './lock-out.js'

type PinInput = {
  device: Pick<Device, 'merchant' | 'id'>
  cashierId: string
  pin: unknown
  pins: PinHasher
  /** Hash of the caller's network address. */
  network: string
  correlationId: string
}

/** A cashier whose PIN was right. `isDegraded` if the attempt is in the journal. */
export type CheckedPin = { cashier: StoredCashier; isDegraded: boolean }

type Taken = Extract<TakenAttempt, { kind: 'taken' }>
type Counted = CheckedPin & { attempt: PinAttempt; taken: Taken }

/**
 * Checks the PIN of a cashier at a device. The attempt is counted before the check, and given back
 * if the PIN is right. While the database is unavailable, attempts count in the journal.
 *
 * @throws {AppError} `invalid_input`, `not_found`, `wrong_pin`, `pin_locked`, `rate_limited`;
 *   `unauthorized` when too many wrong PINs have ended the device.
 */
export async function checkPin(ctx: Context, input: PinInput): Promise<CheckedPin> {
  const pin = readPin(input.pin)
  const { merchant, id } = input.device
  // One at a time for each device, so that none is ended while an attempt at it may be right.
  return ctx.mutex.runExclusive(`pin ${merchant} ${id}`, () => checkNext(ctx, input, pin))
}

async function checkNext(ctx: Context, input: PinInput, pin: string): Promise<CheckedPin> {
  const counted = await countAttempt(ctx, input)
  const { cashier } = counted
  const from = { device: input.device.id, network: input.network }
  const isRight = await input.pins.verify(cashier, pin, from).catch(async (error) => {
    // Not checked, so it must not count.
    await giveBack(ctx, input, counted)
    throw error
  })
  if (!isRight) {
    await settleWrong(ctx, input, counted)
    throw wrongPin(counted.taken, ctx.now())
  }
  const current = await giveBack(ctx, input, counted)
  if (!current) return { cashier, isDegraded: true }
  if (!current.device) throw deviceEnded()
  if (!current.cashier) throw noSuchCashier()
  if (current.cashier.pinHash !== cashier.pinHash) throw pinChanged(current.cashier)
  return { cashier: current.cashier, isDegraded: false }
}

async function countAttempt(ctx: Context, input: PinInput): Promise<Counted> {
  const { device, cashierId } = input
  let counted: Counted | null
  try {
    // In this process one at a time, so that waiting attempts occupy no connections.
    counted = await ctx.mutex.runExclusive(`pin ${device.merchant}`, async () => {
      await requireUnlocked(ctx, input)
      return inTransaction(ctx, (inTx) => countInStore(ctx, inTx, input))
    })
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    counted = await countInJournal(ctx, input, error)
  }
  if (counted) return counted
  raiseLockedOut(ctx, { device, cashierId })
  throw deviceEnded()
}

/** Refuses most attempts of a flood with a single query. The transaction decides. */
async function requireUnlocked(ctx: Context, { device, cashierId }: PinInput): Promise<void> {
  const cashier = await findCashier(ctx.db, { merchant: device.merchant, id: cashierId })
  const counted = cashier && countOfCashier(cashier, ctx.now())
  if (counted && 'until' in counted) throw pinLocked(counted.until, ctx.now())
}

/**
 * Returns null if the device has had too many wrong PINs, and ends it: the process that counted the
 * last one may have stopped before it did.
 */
async function countInStore(
  ctx: Context,
  inTx: TxContext,
  input: PinInput,
): Promise<Counted | null> {
  const { device, cashierId, correlationId } = input
  const { merchant, id: deviceId } = device
  const cashier = await lockCashier(inTx.db, { merchant, id: cashierId })
  if (!cashier) throw noSuchCashier()
  const stored = await lockDevice(inTx.db, device)
  if (!stored) throw deviceEnded()
  // Attempts of an outage that are not replayed yet count too.
  const waiting = addWaiting(ctx, { cashier, device: stored }, { merchant, cashierId, deviceId })
  const now = ctx.now()
  const withWaiting = takeAttempt(waiting, now)
  const taken = takeAttempt({ cashier, device: stored }, now)
  if (withWaiting.kind === 'ended' || taken.kind === 'ended') {
    await endLockedOut(inTx, { by: deviceAuthor(device, correlationId), device, cashierId })
    return null
  }
  if (withWaiting.kind === 'locked') throw pinLocked(withWaiting.until, now)
  if (taken.kind === 'locked') throw pinLocked(taken.until, now)
  await updateCashier(inTx.db, { ...cashier, ...taken.cashier })
  await updateDevicePins(inTx.db, { ...device, ...taken.device })
  return { cashier, isDegraded: false, attempt: taken.attempt, taken }
}

/**
 * Returns null if the device has had too many wrong PINs. Between the decision and `append` nothing
 * else runs, so that concurrent attempts see each other.
 */
async function countInJournal(
  ctx: Context,
  { device, cashierId }: PinInput,
  unavailable: StoreUnavailable,
): Promise<Counted | null> {
  const { merchant, id: deviceId } = device
  const stored = findKnownDevice(ctx, device)
  const cashier = await findKnownCashier(ctx, { merchant, id: cashierId })
  if (!stored || !cashier) throw unavailable
  const at = ctx.now()
  const pins = addWaiting(ctx, { cashier, device: stored }, { merchant, cashierId, deviceId })
  const taken = takeAttempt(pins, at)
  if (taken.kind === 'locked') throw pinLocked(taken.until, at)
  const place = { merchant, deviceId, cashierId, at }
  if (taken.kind === 'ended') {
    await ctx.journal.append(waitingPins, { type: 'ended', ...place })
    return null
  }
  const { pinHash } = cashier
  await ctx.journal.append(waitingPins, { type: 'attempt', ...place, pinHash })
  return { cashier, isDegraded: true, attempt: taken.attempt, taken }
}

/** The cashier and the device as they are now, each null if it has ended. */
type Current = { cashier: StoredCashier | null; device: StoredDevice | null }

/** Returns the cashier and the device, or null if the attempt was written to the journal. */
async function giveBack(
  ctx: Context,
  { device, cashierId }: PinInput,
  { cashier, attempt, isDegraded }: Counted,
): Promise<Current | null> {
  const { merchant, id: deviceId } = device
  const { pinHash } = cashier
  const at = ctx.now()
  try {
    if (!isDegraded) {
      const input = { device, cashierId, pinHash, attempt, at }
      return await inTransaction(ctx, (inTx) => giveBackInStore(inTx, input))
    }
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
  }
  const entry = { type: 'right', merchant, deviceId, cashierId, pinHash, at, attempt } as const
  await ctx.journal.append(waitingPins, entry)
  return null
}

async function giveBackInStore(
  ctx: TxContext,
  input: Pick<PinInput, 'device' | 'cashierId'> & {
    pinHash: string
    attempt: PinAttempt
    at: UnixMs
  },
): Promise<Current> {
  const { attempt, at: now } = input
  const cashier = await lockCashier(ctx.db, {
    merchant: input.device.merchant,
    id: input.cashierId,
  })
  const device = await lockDevice(ctx.db, input.device)
  // A new PIN has ended the count.
  if (cashier?.pinHash === input.pinHash) {
    await updateCashier(ctx.db, { ...cashier, ...giveBackToCashier(cashier, { attempt, now }) })
  }
  if (device) {
    await updateDevicePins(ctx.db, { ...device, ...giveBackToDevice(device, { attempt, now }) })
  }
  return { cashier, device }
}

/** Records a lock, and ends the device after too many wrong PINs. */
async function settleWrong(ctx: Context, input: PinInput, counted: Counted): Promise<void> {
  const { device, cashierId } = input
  const { cashier, device: onDevice } = counted.taken
  const isEnding = onDevice.wrongPins >= maxDevicePins
  const isLocking = cashier.wrongPins >= pinsPerLock
  if (isEnding) raiseLockedOut(ctx, { device, cashierId })
  if (!isEnding && !isLocking) return
  const by = deviceAuthor(device, input.correlationId)
  try {
    if (!counted.isDegraded) {
      return await inTransaction(ctx, async (inTx) => {
        const { lockedUntil } = cashier
        if (isLocking) await recordLock(inTx, { by, cashierId, lockedUntil })
        if (isEnding) await endLockedOut(inTx, { by, device, cashierId })
      })
    }
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
  }
  if (!isEnding) return
  const { merchant, id: deviceId } = device
  const entry = { type: 'ended', merchant, deviceId, cashierId, at: ctx.now() } as const
  await ctx.journal.append(waitingPins, entry)
}

function wrongPin({ cashier, device }: Taken, now: UnixMs): AppError {
  if (device.wrongPins >= maxDevicePins) return deviceEnded()
  if (cashier.lockedUntil !== null) return pinLocked(cashier.lockedUntil, now)
  const attemptsLeft = pinsPerLock - cashier.wrongPins
  const attempts = attemptsLeft === 1 ? '1 attempt is' : `${attemptsLeft} attempts are`
  return new AppError('wrong_pin', `The PIN is wrong. ${attempts} left.`, {
    fields: { attemptsLeft },
  })
}

function pinChanged({ wrongPins }: StoredCashier): AppError {
  return new AppError('wrong_pin', 'The PIN has been changed. Enter the new one.', {
    fields: { attemptsLeft: pinsPerLock - wrongPins },
  })
}

function pinLocked(until: UnixMs, now: UnixMs): AppError {
  const minutes = Math.ceil((until - now) / MINUTE_MS)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return new AppError(
    'pin_locked',
    `Too many wrong PINs. Wait ${wait}, or ask an owner or admin to set a new PIN.`,
    { fields: { lockedUntil: until }, retryAfterMs: until - now },
  )
}

function deviceEnded(): AppError {
  return new AppError(
    'unauthorized',
    'Missing or invalid device. Pair this device with a register again.',
  )
}
