import type { SellingCashier } from '../../auth/caller.js'
import type { PinHasher } from '../../auth/devices/pins/pin-hasher.js'
import { requireCashierRight } from '../../auth/devices/require-admitted.js'
import { AppError, invalidInput } from '../../lib/errors.js'
import { isFields } from '../../lib/fields/read-fields.js'
import type { Context } from '../../platform/context.js'
import { checkPin } from './check-pin.js'

/**
 * Returns the second cashier who approves a refund at a register with their PIN, or null without an
 * approval.
 *
 * @throws {AppError} `invalid_input`; `forbidden` when it is the same cashier, or one without the
 *   right `refund`; everything that `checkPin` throws.
 */
export async function approveRefund(
  ctx: Context,
  {
    by,
    approval,
    pins,
    network,
  }: { by: SellingCashier; approval: unknown; pins: PinHasher; network: string },
): Promise<string | null> {
  if (approval === undefined || approval === null) return null
  const { cashierId, pin } = isFields(approval) ? approval : {}
  if (typeof cashierId !== 'string') {
    throw invalidInput('approval must have the cashierId and pin of a second cashier.')
  }
  if (cashierId === by.cashier) {
    throw new AppError('forbidden', 'Another cashier must approve this refund.')
  }
  const { merchant, device: id, correlationId } = by
  const device = { merchant, id }
  const { cashier } = await checkPin(ctx, { device, cashierId, pin, pins, network, correlationId })
  requireCashierRight(cashier, ['refund'])
  return cashierId
}
