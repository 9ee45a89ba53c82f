import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'
import { defineColumns } from '../../platform/db/define-columns.js'
import type { PersonId } from '../person-id.js'
import type { DevicePins } from './pins/pin-attempts.js'

/** A register sells. A display shows the current sale of its register to the buyer. */
export const deviceKinds = ['register', 'display'] as const
export type DeviceKind = (typeof deviceKinds)[number]

export type DeviceRef = { merchant: Address; id: string }

/** A paired device. */
export type StoredDevice = DeviceRef &
  DevicePins & {
    registerId: string
    kind: DeviceKind
    name: string
    /** The cashier who unlocked it last. */
    cashierId: string | null
    /** Null while it is locked. */
    unlockedAt: UnixMs | null
    unlockRecordedAt: UnixMs | null
    createdBy: PersonId
    createdAt: UnixMs
    lastUsedAt: UnixMs
  }

const columns = defineColumns<StoredDevice>({
  merchant: 'text',
  id: 'text',
  registerId: 'text',
  kind: 'text',
  name: 'text',
  cashierId: 'text',
  unlockedAt: 'time',
  unlockRecordedAt: 'time',
  wrongPins: 'int',
  forgivenAt: 'time',
  createdBy: 'text',
  createdAt: 'time',
  lastUsedAt: 'time',
})

const activeColumns = columns.with<{ isSuspended: boolean }>({
  isSuspended: {
    kind: 'boolean',
    sql: 'exists (select from merchants where wallet = devices.merchant and suspended_at is not null)',
  },
})

/** A device that has not ended, and whether its merchant is suspended. */
export type ActiveDevice = StoredDevice & { isSuspended: boolean }

export async function insertDevice(db: Queryable, device: StoredDevice): Promise<void> {
  await db.query(
    `insert into devices (${columns.names}) values (${columns.placeholders})`,
    columns.paramsOf(device),
  )
}

/** Returns a device, or null if it has ended or never existed. */
export function findDevice(db: Queryable, which: DeviceRef): Promise<ActiveDevice | null> {
  return activeColumns.find(
    db,
    `select ${activeColumns.fields} from devices
     where merchant = $1 and id = $2 and ended_at is null`,
    [which.merchant, which.id],
  )
}

/** Locks a device until the transaction ends. Null if it has ended. */
export function lockDevice(db: Queryable, which: DeviceRef): Promise<StoredDevice | null> {
  return columns.find(
    db,
    `select ${columns.fields} from devices
     where merchant = $1 and id = $2 and ended_at is null for update`,
    [which.merchant, which.id],
  )
}

/** Lists those of these devices that have not ended. */
export function listActiveDevices(
  db: Queryable,
  devices: readonly DeviceRef[],
): Promise<ActiveDevice[]> {
  return activeColumns.list(
    db,
    `select ${activeColumns.fields} from devices
     where (merchant, id) in (select * from unnest($1::text[], $2::text[])) and ended_at is null`,
    [devices.map(({ merchant }) => merchant), devices.map(({ id }) => id)],
  )
}

/** Lists the devices of a merchant, oldest first. */
export function listDevices(db: Queryable, merchant: Address): Promise<StoredDevice[]> {
  return columns.list(
    db,
    `select ${columns.fields} from devices
     where merchant = $1 and ended_at is null order by created_at, id`,
    [merchant],
  )
}

export async function updateDevicePins(
  db: Queryable,
  { merchant, id, wrongPins, forgivenAt }: DeviceRef & DevicePins,
): Promise<void> {
  await db.query(
    'update devices set wrong_pins = $3, forgiven_at = $4 where merchant = $1 and id = $2',
    [merchant, id, wrongPins, forgivenAt],
  )
}

/** Unlocks a device for a cashier, or locks it. */
export async function updateUnlock(
  db: Queryable,
  device: DeviceRef &
    Pick<StoredDevice, 'cashierId' | 'unlockedAt' | 'unlockRecordedAt' | 'lastUsedAt'>,
): Promise<void> {
  await db.query(
    `update devices set cashier_id = $3, unlocked_at = $4, unlock_recorded_at = $5, last_used_at = $6
     where merchant = $1 and id = $2`,
    [
      device.merchant,
      device.id,
      device.cashierId,
      device.unlockedAt,
      device.unlockRecordedAt,
      device.lastUsedAt,
    ],
  )
}

/** Locks every device that a cashier has unlocked. */
export async function lockDevicesOf(
  db: Queryable,
  { merchant, cashierId, at }: { merchant: Address; cashierId: string; at: UnixMs },
): Promise<void> {
  await db.query(
    `update devices set unlocked_at = null, last_used_at = greatest(last_used_at, $3)
     where merchant = $1 and cashier_id = $2 and unlocked_at is not null and ended_at is null`,
    [merchant, cashierId, at],
  )
}

/**
 * Ends one device, or all devices of a register. Takes effect with the next request to any process.
 */
export async function endDevices(
  db: Queryable,
  devices: { merchant: Address; endedAt: UnixMs } & ({ id: string } | { registerId: string }),
): Promise<string[]> {
  const [column, value] = 'id' in devices ? ['id', devices.id] : ['register_id', devices.registerId]
  const { rows } = await db.query<{ id: string }>(
    `update devices set ended_at = $3, unlocked_at = null
     where merchant = $1 and ${column} = $2 and ended_at is null returning id`,
    [devices.merchant, value, devices.endedAt],
  )
  return rows.map(({ id }) => id)
}

/** Deletes devices that ended before a time, and returns how many. */
export async function deleteEndedDevices(db: Queryable, before: UnixMs): Promise<number> {
  const { rowCount } = await db.query('delete from devices where ended_at < $1', [before])
  return rowCount
}
