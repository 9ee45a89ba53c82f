import { AppError } from '../../lib/errors.js'
import { hasFailed } from './authorization.js'
import type { TakenAuthorization } from './authorization-store.js'
import type { SignedPayment } from './encode-authorization.js'

/** Each may cost us gas, also when nothing comes of it. */
const authorizationsPerReceipt = 5

type Sent = Pick<TakenAuthorization, 'key' | 'data' | 'state' | 'hash'>

/**
 * Says whether a signed payment is one that the receipt has taken before, which is returned, or may be its next one.
 *
 * @throws {AppError} `invalid_input`, and `conflict` while another is under way: both would be paid.
 */
export function admitAuthorization(
  payment: SignedPayment,
  taken: readonly (Sent & Pick<TakenAuthorization, 'isUnderWay'>)[],
): Sent | null {
  const known = taken.find(({ key }) => key === payment.key)
  if (known) {
    requireSame(payment, known)
    return known
  }
  if (taken.some((one) => one.isUnderWay)) {
    throw new AppError(
      'conflict',
      'A signed payment of this receipt is on its way already. Wait for it before you sign another.',
    )
  }
  if (taken.length >= authorizationsPerReceipt) {
    throw new AppError(
      'invalid_input',
      `A receipt takes ${authorizationsPerReceipt} signed payments. Send the money yourself instead.`,
    )
  }
  return null
}

/**
 * Passes when a payment of this nonce is exactly this one, and has not failed.
 *
 * @throws {AppError} `invalid_input`.
 */
export function requireSame({ data }: SignedPayment, known: Pick<Sent, 'data' | 'state'>): void {
  if (known.data !== data) {
    throw new AppError(
      'invalid_input',
      'This salt was used for another payment; sign with a new one',
    )
  }
  if (hasFailed(known)) {
    throw new AppError(
      'invalid_input',
      'This payment did not go through; sign again with a new salt',
    )
  }
}
