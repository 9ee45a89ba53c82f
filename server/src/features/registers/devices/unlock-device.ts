import type { SellingCashier } from '../../../auth/caller.js'
import { lockCashier, type StoredCashier } from '../../../auth/devices/cashier-store.js'
import { lockDevice as lockRow, updateUnlock } from '../../../auth/devices/device-store.js'
import type { Cashier, Device } from '../../../auth/devices/devices.js'
import type { PinHasher } from '../../../auth/devices/pins/pin-hasher.js'
import { waitingPins } from '../../../auth/devices/waiting-pins.js'
import { AppError } from '../../../lib/errors.js'
import { HOUR_MS, type UnixMs, unixMs } from '../../../lib/time.js'
import { type Context, inTransaction, type TxContext } from '../../../platform/context.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import { recordChange } from '../../audit/record-change.js'
import { checkPin } from '../check-pin.js'

/**
 * A cashier unlocks a register often. Within this time, only the first unlock is in the audit log.
 */
const recordedMs = HOUR_MS

/**
 * Unlocks a register for a cashier, until it is locked or 12 hours have passed.
 *
 * @throws {AppError} everything that `checkPin` throws; `conflict` when the cashier or the device
 *   was changed at the same time.
 */
export async function unlockDevice(
  ctx: Context,
  input: {
    device: Device
    cashierId: string
    pin: unknown
    pins: PinHasher
    /** Hash of the caller's network address. */
    network: string
    correlationId: string
  },
): Promise<{ cashier: Cashier; isDegraded: boolean }> {
  const { device, correlationId } = input
  const { merchant, id: deviceId } = device
  const { cashier: checked, isDegraded } = await checkPin(ctx, input)
  const { id: cashierId, pinHash } = checked
  const unlock = { merchant, deviceId, cashierId, pinHash, at: ctx.now() }
  try {
    if (!isDegraded) {
      const stored = await inTransaction(ctx, (inTx) =>
        storeUnlock(inTx, { ...unlock, correlationId }),
      )
      if (!stored) throw changedMeanwhile()
      return { cashier: cashierOf(stored), isDegraded: false }
    }
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
  }
  await ctx.journal.append(waitingPins, { type: 'unlocked', ...unlock })
  return { cashier: cashierOf(checked), isDegraded: true }
}

/**
 * Stores an unlock, and records the first one of a cashier per hour. Returns the cashier, or null
 * if they or the device have ended, or if they have a new PIN.
 */
export async function storeUnlock(
  ctx: TxContext,
  unlock: Pick<SellingCashier, 'merchant' | 'correlationId'> & {
    deviceId: string
    cashierId: string
    /** The hash that the PIN was checked with. */
    pinHash: string
    at: UnixMs
  },
): Promise<StoredCashier | null> {
  const { merchant, deviceId: id, cashierId, pinHash, correlationId } = unlock
  const cashier = await lockCashier(ctx.db, { merchant, id: cashierId })
  const device = await lockRow(ctx.db, { merchant, id })
  if (!device || cashier?.pinHash !== pinHash) return null
  const { unlockRecordedAt } = device
  // The clocks of two processes may differ.
  const at = unixMs(Math.max(unlock.at, device.lastUsedAt))
  const isRecorded =
    device.cashierId !== cashierId ||
    unlockRecordedAt === null ||
    at - unlockRecordedAt >= recordedMs
  await updateUnlock(ctx.db, {
    merchant,
    id,
    cashierId,
    unlockedAt: at,
    unlockRecordedAt: isRecorded ? at : unlockRecordedAt,
    lastUsedAt: at,
  })
  if (!isRecorded) return cashier
  const by = { merchant, device: id, cashier: cashierId, role: 'cashier', correlationId } as const
  const after = { registerId: device.registerId, cashierId }
  await recordChange(ctx, { by, action: 'device.unlocked', target: id, before: null, after })
  return cashier
}

/** Locks a register. Returns whether it waits in the journal. */
export async function lockDevice(
  ctx: Context,
  { merchant, id }: Pick<Device, 'merchant' | 'id'>,
): Promise<{ isDegraded: boolean }> {
  const at = ctx.now()
  try {
    await inTransaction(ctx, (inTx) => storeLock(inTx, { merchant, deviceId: id, at }))
    return { isDegraded: false }
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    await ctx.journal.append(waitingPins, { type: 'locked', merchant, deviceId: id, at })
    return { isDegraded: true }
  }
}

/** Stores a lock, unless the device has ended. */
export async function storeLock(
  ctx: TxContext,
  { merchant, deviceId: id, at }: { merchant: Device['merchant']; deviceId: string; at: UnixMs },
): Promise<void> {
  const device = await lockRow(ctx.db, { merchant, id })
  if (!device) return
  const lastUsedAt = unixMs(Math.max(at, device.lastUsedAt))
  await updateUnlock(ctx.db, { ...device, unlockedAt: null, lastUsedAt })
}

function cashierOf({ id, name, rights }: StoredCashier): Cashier {
  return { id, name, rights }
}

function changedMeanwhile(): AppError {
  return new AppError(
    'conflict',
    'The cashier or this device was changed at the same time. Enter the PIN again.',
  )
}
