import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import type { JournalSlot } from '../../platform/journal/journal-index.js'
import {
  type CashierPins,
  countOfCashier,
  countOnDevice,
  type DevicePins,
  giveBackToCashier,
  giveBackToDevice,
  type PinAttempt,
} from './pins/pin-attempts.js'

type Place = { merchant: Address; deviceId: string; at: UnixMs }

/**
 * A change at a device while the database was unavailable. `pinHash` is the one that was checked:
 * the cashier may have a new PIN by the time of the replay.
 */
export type WaitingPin = Place &
  (
    | { type: 'attempt'; cashierId: string; pinHash: string }
    | { type: 'right'; cashierId: string; pinHash: string; attempt: PinAttempt }
    | { type: 'unlocked'; cashierId: string; pinHash: string }
    | { type: 'locked' }
    | { type: 'ended'; cashierId: string }
  )

/** The place of attempts, unlocks and locks in the journal. */
export const waitingPins: JournalSlot<WaitingPin> = {
  name: 'pin',
  merchantOf: ({ merchant }) => merchant,
  keysOf: (entry) => [
    deviceKey(entry.merchant, entry.deviceId),
    ...('cashierId' in entry ? [cashierKey(entry.merchant, entry.cashierId)] : []),
  ],
}

// Ids contain no spaces.
const deviceKey = (merchant: Address, id: string) => `device ${merchant} ${id}`
const cashierKey = (merchant: Address, id: string) => `cashier ${merchant} ${id}`

/** Lists the changes at a device that are not replayed yet, oldest first. */
export function listOfDevice(
  { journal }: Pick<Context, 'journal'>,
  { merchant, id }: { merchant: Address; id: string },
): WaitingPin[] {
  return journal.list(waitingPins, deviceKey(merchant, id))
}

/** Adds the attempts that wait in the journal to the wrong PINs of a cashier and a device. */
export function addWaiting(
  { journal }: Pick<Context, 'journal'>,
  pins: { cashier: CashierPins & { pinHash: string }; device: DevicePins },
  which: { merchant: Address; cashierId: string; deviceId: string },
): { cashier: CashierPins; device: DevicePins } {
  const { merchant, cashierId, deviceId } = which
  const ofCashier = journal.list(waitingPins, cashierKey(merchant, cashierId))
  const ofDevice = journal.list(waitingPins, deviceKey(merchant, deviceId))
  return {
    cashier: ofCashier.reduce(addToCashier, pins.cashier),
    device: ofDevice.reduce(addToDevice, pins.device),
  }
}

/**
 * Returns whether a device was locked or unlocked after an unlock or a lock that waits. The later
 * change counts.
 */
export function isSuperseded({ at }: WaitingPin, { lastUsedAt }: { lastUsedAt: UnixMs }): boolean {
  return at < lastUsedAt
}

/** Returns the wrong PINs of a cashier after a change. Attempts at an earlier PIN do not count. */
export function addToCashier<Pins extends CashierPins & { pinHash: string }>(
  cashier: Pins,
  entry: WaitingPin,
): Pins {
  if (!('pinHash' in entry) || entry.pinHash !== cashier.pinHash) return cashier
  return { ...cashier, ...countForCashier(cashier, entry) }
}

function countForCashier(pins: CashierPins, entry: WaitingPin): CashierPins {
  if (entry.type === 'right')
    return giveBackToCashier(pins, { attempt: entry.attempt, now: entry.at })
  if (entry.type !== 'attempt') return pins
  const counted = countOfCashier(pins, entry.at)
  return 'until' in counted ? pins : counted
}

/** Returns the wrong PINs at a device after a change. */
export function addToDevice(pins: DevicePins, entry: WaitingPin): DevicePins {
  if (entry.type === 'right')
    return giveBackToDevice(pins, { attempt: entry.attempt, now: entry.at })
  return entry.type === 'attempt' ? (countOnDevice(pins, entry.at) ?? pins) : pins
}
