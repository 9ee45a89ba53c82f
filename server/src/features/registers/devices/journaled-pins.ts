import { lockCashier, updateCashier } from '../../../auth/devices/cashier-store.js'
import { lockDevice, updateDevicePins } from '../../../auth/devices/device-store.js'
import { pinsPerLock } from '../../../auth/devices/pins/pin-attempts.js'
import {
  addToCashier,
  addToDevice,
  isSuperseded,
  type WaitingPin,
  waitingPins,
} from '../../../auth/devices/waiting-pins.js'
import type { TxContext } from '../../../platform/context.js'
import type { JournalKind } from '../../../platform/journal/journal-kind.js'
import { deviceAuthor, endLockedOut, recordLock } from '../lock-out.js'
import { storeLock, storeUnlock } from './unlock-device.js'

/** The author of entries in the audit log that were accepted during an outage. */
const correlationId = 'outage'

/** Attempts, unlocks and locks that were made while the database was unavailable. */
export const journaledPins: JournalKind<WaitingPin> = {
  ...waitingPins,
  async replay(ctx, entries) {
    for (const { value, at } of entries) await replayPin({ ...ctx, now: () => at }, value)
    // A device or cashier that was deleted in the meantime needs no change.
    return entries.map(() => null)
  },
}

async function replayPin(ctx: TxContext, entry: WaitingPin): Promise<void> {
  const { merchant, deviceId } = entry
  const device = { merchant, id: deviceId }
  switch (entry.type) {
    case 'unlocked':
    case 'locked':
      return replayUse(ctx, entry)
    case 'ended': {
      const { cashierId } = entry
      return endLockedOut(ctx, { by: deviceAuthor(device, correlationId), device, cashierId })
    }
    default:
      return replayAttempt(ctx, entry)
  }
}

/** Unlocks or locks a device, unless it was used since. */
async function replayUse(
  ctx: TxContext,
  entry: Extract<WaitingPin, { type: 'unlocked' | 'locked' }>,
): Promise<void> {
  const { merchant, deviceId } = entry
  // The cashier first, in the order of all transactions that lock both.
  if (entry.type === 'unlocked') await lockCashier(ctx.db, { merchant, id: entry.cashierId })
  const device = await lockDevice(ctx.db, { merchant, id: deviceId })
  if (!device || isSuperseded(entry, device)) return
  if (entry.type === 'locked') await storeLock(ctx, entry)
  else await storeUnlock(ctx, { ...entry, correlationId })
}

async function replayAttempt(
  ctx: TxContext,
  entry: Extract<WaitingPin, { type: 'attempt' | 'right' }>,
): Promise<void> {
  const { merchant, deviceId, cashierId } = entry
  const cashier = await lockCashier(ctx.db, { merchant, id: cashierId })
  const device = await lockDevice(ctx.db, { merchant, id: deviceId })
  if (device) {
    await updateDevicePins(ctx.db, { merchant, id: deviceId, ...addToDevice(device, entry) })
  }
  if (!cashier) return
  const pins = addToCashier(cashier, entry)
  await updateCashier(ctx.db, pins)
  const isLocking = pins.wrongPins === pinsPerLock && cashier.wrongPins < pinsPerLock
  if (!isLocking || entry.type === 'right') return
  const by = deviceAuthor({ merchant, id: deviceId }, correlationId)
  await recordLock(ctx, { by, cashierId, lockedUntil: pins.lockedUntil })
}
