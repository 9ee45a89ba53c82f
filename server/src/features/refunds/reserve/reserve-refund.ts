import { AppError, invalidInput } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import { HOUR_MS, MINUTE_MS, type UnixMs, unixMs } from '../../../lib/time.js'
import type { TxContext } from '../../../platform/context.js'
import { findReservation, type RefundReservation, upsertReservation } from './reservation-store.js'

/** Long enough to sign on a hardware wallet. */
const reservedMs = 15 * MINUTE_MS
/** In all, with renewals, so that one person cannot keep others from signing. */
const maxReservedMs = HOUR_MS
/** Others get the chance to sign before the same person reserves the receipt again. */
export const reservationPauseMs = 5 * MINUTE_MS

/**
 * Reserves the refund of a receipt for the person who is about to sign it, so that two people do
 * not pay it twice. The same key renews the reservation, which ends after an hour in all.
 *
 * @throws {AppError} `conflict` while another person, or another page of this one, holds it, and
 *   until five minutes after this person has held it for an hour.
 */
export async function reserveRefund(
  ctx: Pick<TxContext, 'db' | 'now'>,
  reserved: { merchant: Address; receiptId: string; key: string; heldBy: string },
): Promise<{ key: string; expiresAt: UnixMs }> {
  const now = ctx.now()
  const expiresAt = unixMs(now + reservedMs)
  const isReserved = await upsertReservation(ctx.db, {
    ...reserved,
    reservedAt: now,
    expiresAt,
    pausedSince: unixMs(now - reservationPauseMs),
    renewableSince: unixMs(expiresAt - maxReservedMs),
  })
  if (isReserved) return { key: reserved.key, expiresAt }
  const current = await findReservation(ctx.db, reserved)
  const isOwn = current?.heldBy === reserved.heldBy
  if (isOwn && current.reservedAt < expiresAt - maxReservedMs) throw reservedTooLong(current, now)
  throw reservedByOther(current, now)
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

function reservedTooLong({ heldBy, expiresAt }: RefundReservation, now: UnixMs): AppError {
  const availableAt = unixMs(expiresAt + reservationPauseMs)
  return new AppError(
    'conflict',
    'You have reserved this refund for as long as one person may. Try again in a few minutes.',
    { fields: { heldBy, availableAt }, retryAfterMs: Math.max(0, availableAt - now) },
  )
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
