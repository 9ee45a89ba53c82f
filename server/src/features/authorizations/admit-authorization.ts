import { AppError } from '../../lib/errors.js'
import { hasFailed, transferInstead } from './authorization.js'
import type { AcceptedAuthorization } from './authorization-store.js'
import type { SignedPayment } from './encode-authorization.js'

/** Each one may cost the relayer gas, even when it fails. */
const authorizationsPerReceipt = 5

type Sent = Pick<AcceptedAuthorization, 'key' | 'data' | 'state' | 'hash'>

/**
 * Returns the accepted authorization that equals this payment, or null when the payment may be the
 * receipt's next one.
 *
 * @throws {AppError} `invalid_input`, and `conflict` while another one is in flight: the buyer
 *   would pay twice.
 */
export function admitAuthorization(
  payment: SignedPayment,
  accepted: readonly (Sent & Pick<AcceptedAuthorization, 'isInFlight'>)[],
): Sent | null {
  const known = accepted.find(({ key }) => key === payment.key)
  if (known) {
    requireSamePayment(payment, known)
    return known
  }
  if (accepted.some(({ isInFlight }) => isInFlight)) {
    throw new AppError(
      'conflict',
      'A signed payment for this receipt is already on its way. Wait for it before you sign another one.',
    )
  }
  if (accepted.length >= authorizationsPerReceipt) {
    throw new AppError(
      'invalid_input',
      `A receipt accepts at most ${authorizationsPerReceipt} signed payments. ${transferInstead}`,
    )
  }
  return null
}

/**
 * Requires that the known payment with this nonce is the same payment and has not failed.
 *
 * @throws {AppError} `invalid_input`.
 */
export function requireSamePayment(
  { data }: SignedPayment,
  known: Pick<Sent, 'data' | 'state'>,
): void {
  if (known.data !== data) {
    throw new AppError(
      'invalid_input',
      'This salt was used for another payment. Sign again with a new salt.',
    )
  }
  if (hasFailed(known)) {
    throw new AppError('invalid_input', 'This payment failed. Sign again with a new salt.')
  }
}
