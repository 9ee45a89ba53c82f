import type { CashierPrincipal } from '../../auth/caller.js'
import { endDevices } from '../../auth/devices/device-store.js'
import type { Device } from '../../auth/devices/devices.js'
import { maxDevicePins } from '../../auth/devices/pins/pin-attempts.js'
import type { UnixMs } from '../../lib/time.js'
import type { Context, TxContext } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'

type DeviceRef = Pick<Device, 'merchant' | 'id'>

/** Records that wrong PINs have locked a cashier. */
export async function recordLock(
  ctx: TxContext,
  input: { by: CashierPrincipal; cashierId: string; lockedUntil: UnixMs | null },
): Promise<void> {
  const { by, cashierId, lockedUntil } = input
  const after = { lockedUntil }
  await recordChange(ctx, { by, action: 'cashier.locked', target: cashierId, before: null, after })
}

/** Ends a device after too many wrong PINs, and records for which cashier the last one was. */
export async function endLockedOut(
  ctx: TxContext,
  input: { by: CashierPrincipal; device: DeviceRef; cashierId: string },
): Promise<void> {
  const { by, device, cashierId } = input
  const { merchant, id } = device
  const ended = await endDevices(ctx.db, { merchant, id, endedAt: ctx.now() })
  if (ended.length === 0) return
  const after = { wrongPins: maxDevicePins, cashierId }
  await recordChange(ctx, { by, action: 'device.locked_out', target: id, before: null, after })
}

/** Raises an alert, which lasts until the merchant pairs a device again. */
export function raiseLockedOut(
  { alerts }: Pick<Context, 'alerts'>,
  { device, cashierId: cashier }: { device: DeviceRef; cashierId: string },
): void {
  const { merchant, id } = device
  const message = `${maxDevicePins} wrong PINs have ended a device, the last one for ${cashier}`
  alerts.raise({ name: 'device_locked_out', key: merchant, message, merchant, device: id, cashier })
}

/** The author of changes at a device before its cashier is known. */
export function deviceAuthor(
  { merchant, id: device }: DeviceRef,
  correlationId: string,
): CashierPrincipal {
  return { merchant, device, cashier: null, role: 'cashier', correlationId }
}
