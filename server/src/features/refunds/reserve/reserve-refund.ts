import { AppError, invalidInput } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import { MINUTE_MS, type UnixMs, unixMs } from '../../../lib/time.js'
import type { TxContext } from '../../../platform/context.js'
import { findReservation, type RefundReservation, upsertReservation } from './reservation-store.js'

/** Long enough to sign on a hardware wallet. */
const reservedMs = 15 * MINUTE_MS

/**
 * Reserves the refund of a receipt for the person who is about to sign it, so that two people do
 * not pay it twice. The same key renews the reservation.
 *
 * @throws {AppError} `conflict` while another person, or another page of this one, holds it.
 */
export async function reserveRefund(
  ctx: Pick<TxContext, 'db' | 'now'>,
  reserved: { merchant: Address; receiptId: string; key: string; heldBy: string },
): Promise<{ key: string; expiresAt: UnixMs }> {
  const now = ctx.now()
  const expiresAt = unixMs(now + reservedMs)
  if (await upsertReservation(ctx.db, { ...reserved, expiresAt, now })) {
    return { key: reserved.key, expiresAt }
  }
  throw reservedByOther(await findReservation(ctx.db, reserved), now)
}

/**
 * Requires that the refund of a receipt is not reserved.
 *
 * @throws {AppError} `conflict`.
 */
export async function requireUnreserved(
  ctx: Pick<TxContext, 'db' | 'now'>,
  receipt: { merchant: Address; receiptId: string },
): Promise<void> {
  const now = ctx.now()
  const reservation = await findReservation(ctx.db, receipt)
  if (reservation && reservation.expiresAt > now) throw reservedByOther(reservation, now)
}

function reservedByOther(other: RefundReservation | null, now: UnixMs): AppError {
  const fields = other ? { heldBy: other.heldBy, expiresAt: other.expiresAt } : {}
  return new AppError(
    'conflict',
    'Another person is signing a refund of this receipt. Load the receipt again in a few minutes.',
    { fields, retryAfterMs: Math.max(0, (other?.expiresAt ?? now) - now) },
  )
}

/**
 * Reads the key of a reservation, or null.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readReservationKey(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' && /^[\w-]{8,64}$/.test(value)) return value
  throw invalidInput('reservation must have 8 to 64 letters, digits, - or _.')
}
