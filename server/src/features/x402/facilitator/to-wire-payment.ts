import { checksumAddress } from '../../../lib/hex.js'
import { requirementsOf } from '../wire/payment-required.js'
import type { Payment } from './facilitator.js'

/** Returns a payment as facilitators expect it: version 2, on our own requirements. Nothing that the client echoed counts. */
export function toWirePayment({ proof, terms }: Pick<Payment, 'proof' | 'terms'>) {
  const requirements = requirementsOf(terms)
  return {
    requirements,
    payload: {
      x402Version: 2,
      accepted: requirements,
      payload: {
        signature: proof.signature,
        authorization: {
          from: checksumAddress(proof.payer),
          to: checksumAddress(proof.payTo),
          value: String(proof.units),
          validAfter: String(proof.validAfterSeconds),
          validBefore: String(proof.validBeforeSeconds),
          nonce: proof.nonce,
        },
      },
    },
  }
}
