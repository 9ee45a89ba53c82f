import { AppError } from '../../../lib/errors.js'
import { parseHash } from '../../../lib/hex.js'
import type { Facilitator, Submission } from './facilitator.js'
import { wirePayment } from './wire-payment.js'

const timeoutMs = 15_000
/** The facilitator sent the transaction, and does not know yet whether it is in a block. */
const pendingReason = 'settlement_pending'

/** Creates the facilitator that leaves verification and settlement to the service at `url`. */
export function createRemoteFacilitator(url: string): Facilitator {
  const connect = async () => {
    const { HTTPFacilitatorClient } = await import('@x402/core/http')
    return new HTTPFacilitatorClient({ url, timeoutMs })
  }

  return {
    async verify(ctx, { payment }) {
      const { payload, requirements } = wirePayment(payment)
      try {
        const { isValid, invalidReason } = await (await connect()).verify(payload, requirements)
        if (isValid) return { kind: 'valid', cost: { gas: 0n, hasCode: false } }
        return { kind: 'invalid', reason: invalidReason ?? 'invalid_payload' }
      } catch (error) {
        ctx.log.warn({ err: error }, 'the x402 facilitator did not verify a payment')
        throw new AppError('failed', 'The payment could not be verified. Retry in a moment.', {
          fields: { reason: 'facilitator_unavailable', retryable: true },
          retryAfterMs: 5_000,
        })
      }
    },

    plan: async () => null,

    async submit(ctx, payment): Promise<Submission> {
      const { payload, requirements } = wirePayment(payment)
      try {
        const settled = await (await connect()).settle(payload, requirements)
        const transactionHash = parseHash(settled.transaction)
        if (settled.success || settled.errorReason === pendingReason || transactionHash) {
          return { kind: 'submitted', transactionHash }
        }
        return { kind: 'refused', reason: settled.errorReason ?? 'unexpected_settle_error' }
      } catch (error) {
        ctx.log.warn({ err: error }, 'the x402 facilitator did not report a settlement')
        return { kind: 'unknown' }
      }
    },
  }
}
