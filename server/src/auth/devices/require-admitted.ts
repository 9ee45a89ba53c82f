import { AppError } from '../../lib/errors.js'
import type { Admission } from '../guards.js'
import type { CashierRight } from '../roles.js'
import type { Device } from './devices.js'

/**
 * Requires that a guard admits a device with the cashier who unlocked it.
 *
 * @throws {AppError} `forbidden`, `device_locked`.
 */
export function requireAdmitted(
  { deviceKind, cashier }: Pick<Device, 'deviceKind' | 'cashier'>,
  { may, displays }: Extract<Admission, { kind: 'device' }>,
): void {
  if (deviceKind === 'display') {
    if (displays) return
    throw new AppError('forbidden', 'A customer display cannot call this. Use a register.')
  }
  if (may === null) return
  if (!cashier) {
    throw new AppError(
      'device_locked',
      'This register is locked. Unlock it with a PIN: POST /api/devices/unlock.',
    )
  }
  requireCashierRight(cashier, may)
}

/**
 * Requires that a cashier has one of these rights. `purpose` completes the message where a value of
 * the request needs the right: "to change the tax".
 *
 * @throws {AppError} `forbidden`.
 */
export function requireCashierRight(
  { rights }: { rights: readonly CashierRight[] },
  may: readonly CashierRight[],
  purpose?: string,
): void {
  if (may.some((right) => rights.includes(right))) return
  const needed = [may.join(' or '), ...(purpose ? [purpose] : [])].join(' ')
  throw new AppError(
    'forbidden',
    `This cashier does not have the right ${needed}. An owner or admin can add it.`,
    { fields: { requiredRight: may[0] } },
  )
}
