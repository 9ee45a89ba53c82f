import { serialize } from 'node:v8'
import { type Address, parseAddress } from '../../lib/hex.js'
import { HOUR_MS, type UnixMs, unixMs } from '../../lib/time.js'
import type { Config } from '../../platform/config/config.js'
import type { Context, TxContext } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import type { SnapshotSource } from '../../platform/snapshot/snapshot-worker.js'
import { rememberedDb } from '../../platform/snapshot/statements.js'
import type { CashierRight } from '../roles.js'
import { createSessionKeys, csrfTokenOf } from '../sessions/session-keys.js'
import { readToken, writeToken } from '../sessions/session-token.js'
import { type CashierRef, findCashier, listCashiers, type StoredCashier } from './cashier-store.js'
import { deviceTokenMs } from './device-cookies.js'
import {
  type ActiveDevice,
  type DeviceKind,
  type DeviceRef,
  findDevice,
  listActiveDevices,
} from './device-store.js'
import { isSuperseded, listOfDevice } from './waiting-pins.js'

/** The cashier who has unlocked a device. */
export type Cashier = { id: string; name: string; rights: readonly CashierRight[] }

/** A paired device as the caller of a request. */
export type Device = {
  readonly kind: 'device'
  merchant: Address
  id: string
  name: string
  deviceKind: DeviceKind
  registerId: string
  /** Null while it is locked. */
  cashier: Cashier | null
  csrfToken: string
  isSuspended: boolean
}

export type Devices = {
  /** Returns the device of a token, or `null` when it has ended. */
  find(token: string): Promise<Device | null>
}

type Unlock = Pick<ActiveDevice, 'merchant' | 'cashierId' | 'unlockedAt'> & {
  /** The hash that the PIN was checked with, for an unlock that waits in the journal. */
  pinHash: string | null
}

/** A cashier enters the PIN again after this time, however busy the register is. */
const unlockedMs = 12 * HOUR_MS

/** The group of the snapshot with the devices in use, by their id. */
const knownDevices = 'devices'

/** Keeps the devices in use in the snapshot. One that ended leaves it within seconds. */
export const devicesInSnapshot: SnapshotSource = {
  callers: { group: knownDevices, confirm: confirmDevices },
  // Names, rights and PINs: a register must unlock during an outage.
  merchant: (ctx, merchant) => listCashiers(ctx.db, merchant),
}

async function confirmDevices(ctx: TxContext): Promise<Map<string, Uint8Array>> {
  const cachedDevices = ctx.snapshot.list<ActiveDevice>(knownDevices).map(([, device]) => device)
  const active = await listActiveDevices(ctx.db, cachedDevices)
  return new Map(active.map((device) => [device.id, serialize(device)]))
}

/**
 * Creates a lookup that queries the database every time, so that the end of a device or of a right
 * takes effect at once. While the database is unavailable, devices in use continue.
 */
export function createDevices(
  ctx: Pick<Context, 'db' | 'config' | 'now' | 'snapshot' | 'journal'>,
): Devices {
  const keys = createSessionKeys(ctx.config)

  async function findCashierOf(
    { merchant, cashierId: id, unlockedAt, pinHash }: Unlock,
    find: (which: CashierRef) => Promise<StoredCashier | null>,
  ): Promise<Cashier | null> {
    if (id === null || unlockedAt === null) return null
    if (ctx.now() - unlockedAt >= unlockedMs) return null
    const cashier = await find({ merchant, id })
    if (pinHash !== null && cashier?.pinHash !== pinHash) return null
    return cashier && { id: cashier.id, name: cashier.name, rights: cashier.rights }
  }

  async function findActive(
    which: DeviceRef,
  ): Promise<{ device: ActiveDevice; cashier: Cashier | null } | null> {
    try {
      const device = await findDevice(ctx.db, which)
      ctx.snapshot.keep(knownDevices, which.id, device)
      if (!device) return null
      ctx.snapshot.use(which.merchant)
      const current = withWaiting(ctx, device)
      const find = (cashier: CashierRef) => findCashier(ctx.db, cashier)
      return current && { device, cashier: await findCashierOf(current, find) }
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      const device = findKnownDevice(ctx, which)
      if (!device) throw error
      const current = withWaiting(ctx, device)
      const find = (cashier: CashierRef) => findKnownCashier(ctx, cashier)
      return current && { device, cashier: await findCashierOf(current, find) }
    }
  }

  return {
    async find(token) {
      const now = ctx.now()
      const audience = ctx.config.baseUrl
      const claims = await readToken(keys, 'device', { token, audience, now })
      const merchant = claims && parseAddress(claims.subject)
      if (!merchant) return null
      const active = await findActive({ merchant, id: claims.id })
      if (!active) return null
      const { id, name, kind, registerId, isSuspended } = active.device
      return {
        kind: 'device',
        merchant,
        id,
        name,
        deviceKind: kind,
        registerId,
        cashier: active.cashier,
        csrfToken: csrfTokenOf(claims.key, id),
        isSuspended,
      }
    },
  }
}

/** Returns a device of the snapshot, or null. */
export function findKnownDevice(
  { snapshot }: Pick<Context, 'snapshot'>,
  { merchant, id }: DeviceRef,
): ActiveDevice | null {
  const device = snapshot.find<ActiveDevice>(knownDevices, id)
  return device?.merchant === merchant ? device : null
}

/** Returns a cashier of the snapshot, or null. */
export async function findKnownCashier(
  { snapshot }: Pick<Context, 'snapshot'>,
  { merchant, id }: CashierRef,
): Promise<StoredCashier | null> {
  const cashiers = await listCashiers(rememberedDb(snapshot, merchant), merchant)
  return cashiers.find((cashier) => cashier.id === id) ?? null
}

/** Applies the changes of an outage at a device that are not in the database yet. */
function withWaiting(ctx: Pick<Context, 'journal'>, device: ActiveDevice): Unlock | null {
  const { merchant } = device
  let { cashierId, unlockedAt, lastUsedAt } = device
  let pinHash: string | null = null
  for (const entry of listOfDevice(ctx, device)) {
    if (entry.type === 'ended') return null
    if (entry.type !== 'locked' && entry.type !== 'unlocked') continue
    if (isSuperseded(entry, { lastUsedAt })) continue
    lastUsedAt = entry.at
    unlockedAt = entry.type === 'locked' ? null : entry.at
    if (entry.type === 'locked') continue
    cashierId = entry.cashierId
    pinHash = entry.pinHash
  }
  return { merchant, cashierId, unlockedAt, pinHash }
}

/** Signs the token of a device, and returns it with the CSRF token. */
export async function issueDeviceToken(
  config: Pick<Config, 'jwtSecret' | 'jwtPreviousSecret' | 'baseUrl'>,
  { merchant, id, now }: DeviceRef & { now: UnixMs },
): Promise<{ token: string; csrfToken: string }> {
  const keys = createSessionKeys(config)
  const token = await writeToken(keys, 'device', {
    subject: merchant,
    id,
    createdAt: now,
    expiresAt: unixMs(now + deviceTokenMs),
    audience: config.baseUrl,
  })
  return { token, csrfToken: csrfTokenOf(keys.current, id) }
}
