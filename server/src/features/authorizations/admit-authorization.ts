import { AppError, invalidInput } from '../../lib/errors.js'
import { hasFailed, transferInstead } from './authorization.js'
import type { AcceptedAuthorization } from './authorization-store.js'
import type { SignedPayment } from './encode-authorization.js'

/** Each one may cost the relayer gas, even when it fails. */
const authorizationsPerReceipt = 5

type SentAuthorization = Pick<AcceptedAuthorization, 'key' | 'data' | 'state' | 'hash'>

/**
 * Returns the accepted authorization that equals this payment, or null when the payment may be the
 * receipt's next one.
 *
 * @throws {AppError} `invalid_input`, and `conflict` while another one is in flight: the buyer
 *   would pay twice.
 */
export function admitAuthorization(
  payment: SignedPayment,
  accepted: readonly (SentAuthorization & Pick<AcceptedAuthorization, 'isInFlight'>)[],
): SentAuthorization | null {
  const acceptedPayment = accepted.find(({ key }) => key === payment.key)
  if (acceptedPayment) {
    requireSamePayment(payment, acceptedPayment)
    return acceptedPayment
  }
  if (accepted.some(({ isInFlight }) => isInFlight)) {
    throw new AppError(
      'conflict',
      'A signed payment for this receipt is already on its way. Wait for it before you sign another one.',
    )
  }
  if (accepted.length >= authorizationsPerReceipt) {
    throw invalidInput(
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
  earlierPayment: Pick<SentAuthorization, 'data' | 'state'>,
): void {
  if (earlierPayment.data !== data) {
    throw invalidInput('This salt was used for another payment. Sign again with a new salt.')
  }
  if (hasFailed(earlierPayment))
    throw invalidInput('This payment failed. Sign again with a new salt.')
}
