import { createHash, randomBytes } from 'node:crypto'
import type { Principal } from '../../../auth/caller.js'
import {
  type DeviceKind,
  endDevices,
  insertDevice,
  listDevices,
  type StoredDevice,
} from '../../../auth/devices/device-store.js'
import { type LimitContext, requireCall } from '../../../auth/limits/take-call.js'
import { lockMerchant } from '../../../auth/merchants/merchant-store.js'
import { requireActive } from '../../../auth/merchants/require-active.js'
import { AppError, invalidInput } from '../../../lib/errors.js'
import { requireDisplayText } from '../../../lib/fields/field-rules.js'
import { encodeBase32 } from '../../../lib/ids.js'
import { MINUTE_MS, type UnixMs, unixMs } from '../../../lib/time.js'
import { type Context, inTransaction } from '../../../platform/context.js'
import { maxOfMerchant } from '../../../platform/limits/max-of.js'
import { raiseNotifications } from '../../../platform/notifications/raise-notifications.js'
import { recordChange } from '../../audit/record-change.js'
import { noSuchRegister } from '../change-register.js'
import { deviceAuthor } from '../lock-out.js'
import { lockRegister } from '../register-store.js'
import { insertPairing, usePairing } from './pairing-store.js'

const codeBytes = 16
const codeMs = 2 * MINUTE_MS

/**
 * Creates a code with which one device can pair with a register, within two minutes.
 *
 * @throws {AppError} `not_found`, `rate_limited`, `invalid_input` when there are too many devices.
 */
export async function createPairing(
  ctx: Context,
  input: {
    by: Principal
    registerId: string
    kind: DeviceKind
    counting: LimitContext
    /** Hash of the caller's network address. */
    network: string
  },
): Promise<{ code: string; expiresAt: UnixMs }> {
  const { by, registerId, kind } = input
  const { merchant, person: createdBy } = by
  // Before the transaction, which would occupy a connection while the limiter needs another.
  await requireCall(input.counting, 'pairings', { merchant, network: input.network })
  const code = encodeBase32(randomBytes(codeBytes))
  const expiresAt = unixMs(ctx.now() + codeMs)
  await inTransaction(ctx, async (inTx) => {
    if (!(await lockRegister(inTx.db, { merchant, id: registerId }))) throw noSuchRegister()
    requireBelowLimit(ctx, await listDevices(inTx.db, merchant), merchant)
    const pairing = { merchant, registerId, kind, createdBy, expiresAt, usedAt: null }
    await insertPairing(inTx.db, { codeHash: hashCode(code), ...pairing })
    const after = { registerId, kind, expiresAt }
    const change = { action: 'device.pairing_created', target: registerId, before: null, after }
    await recordChange(inTx, { by, ...change })
  })
  return { code, expiresAt }
}

/**
 * Pairs a device with the register of a code, which works once.
 *
 * @throws {AppError} `not_found` when the code is unknown, used or expired; `invalid_input`,
 *   `merchant_suspended`.
 */
export async function pairDevice(
  ctx: Context,
  input: { code: string; name: string; correlationId: string },
): Promise<StoredDevice> {
  const name = requireDisplayText('name', input.name, { maxLength: 60 })
  const device = await inTransaction(ctx, async (inTx) => {
    const now = ctx.now()
    const pairing = await usePairing(inTx.db, { codeHash: hashCode(input.code), now })
    if (!pairing) throw unusableCode()
    const { merchant, registerId, kind, createdBy } = pairing
    await requireActive(inTx, merchant)
    await lockMerchant(inTx.db, merchant)
    if (!(await lockRegister(inTx.db, { merchant, id: registerId }))) throw unusableCode()
    requireBelowLimit(ctx, await listDevices(inTx.db, merchant), merchant)
    const paired: StoredDevice = {
      merchant,
      id: ctx.newId('dev'),
      registerId,
      kind,
      name,
      cashierId: null,
      unlockedAt: null,
      unlockRecordedAt: null,
      wrongPins: 0,
      forgivenAt: null,
      createdBy,
      createdAt: now,
      lastUsedAt: now,
    }
    await insertDevice(inTx.db, paired)
    const by = deviceAuthor(paired, input.correlationId)
    const after = { registerId, kind, name: paired.name, pairedBy: createdBy }
    await recordChange(inTx, {
      by,
      action: 'device.paired',
      target: paired.id,
      before: null,
      after,
    })
    const params = { deviceId: paired.id, registerId, kind }
    await raiseNotifications(inTx, [
      { merchant, kind: 'device_paired', subjectId: paired.id, params },
    ])
    return paired
  })
  ctx.alerts.resolve('device_locked_out', device.merchant)
  return device
}

/**
 * Ends a device, effective from its next request to any process.
 *
 * @throws {AppError} `not_found`.
 */
export async function revokeDevice(
  ctx: Context,
  { by, id }: { by: Principal; id: string },
): Promise<void> {
  const { merchant } = by
  await inTransaction(ctx, async (inTx) => {
    const ended = await endDevices(inTx.db, { merchant, id, endedAt: ctx.now() })
    if (ended.length === 0) {
      throw new AppError('not_found', 'No device has this id. List them with GET /api/devices.')
    }
    await recordChange(inTx, {
      by,
      action: 'device.revoked',
      target: id,
      before: null,
      after: null,
    })
  })
}

function requireBelowLimit(
  { config }: Pick<Context, 'config'>,
  devices: readonly StoredDevice[],
  merchant: string,
): void {
  const max = maxOfMerchant(config, 'devices', merchant)
  if (devices.length < max) return
  throw invalidInput(`The limit of ${max} devices is reached. Revoke a device first.`)
}

/** A code has 128 random bits, so a fast hash suffices. People may type it in capitals. */
function hashCode(code: string): Buffer {
  return createHash('sha256').update(code.toLowerCase()).digest()
}

function unusableCode(): AppError {
  return new AppError(
    'not_found',
    'This code is unknown, used or older than two minutes. Create a new one in the console.',
  )
}
