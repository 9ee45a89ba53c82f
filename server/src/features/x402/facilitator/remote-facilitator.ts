import { AppError } from '../../../lib/errors.js'
import { parseHash } from '../../../lib/hex.js'
import type { Facilitator, Submission } from './facilitator.js'
import { toWirePayment } from './transfer-authorization.js'

const timeoutMs = 15_000
/** The facilitator sent the transaction, and does not know yet whether it is in a block. */
const pendingReason = 'settlement_pending'
/** The first HTTP status after which the outcome is unknown. */
const serverError = 500

/** Creates the facilitator that leaves verification and settlement to the service at `url`. */
export function createRemoteFacilitator(url: string): Facilitator {
  const connect = async () => {
    const { HTTPFacilitatorClient } = await import('@x402/core/http')
    return new HTTPFacilitatorClient({ url, timeoutMs })
  }

  return {
    async verify(ctx, { payment }) {
      const { payload, requirements } = toWirePayment(payment)
      try {
        const { isValid, invalidReason } = await (await connect())
          .verify(payload, requirements)
          .catch(readVerifyError)
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
      const { payload, requirements } = toWirePayment(payment)
      try {
        const settled = await (await connect()).settle(payload, requirements).catch(readSettleError)
        const transactionHash = parseHash(settled.transaction ?? '')
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

/** Returns the result in a response with a 4xx status, for which the library throws. */
async function readVerifyError(error: unknown) {
  const { VerifyError } = await import('@x402/core/types')
  if (!(error instanceof VerifyError) || error.statusCode >= serverError) throw error
  return { isValid: false, invalidReason: error.invalidReason }
}

/** Returns the outcome in a response with a 4xx status, for which the library throws. */
async function readSettleError(error: unknown) {
  const { SettleError } = await import('@x402/core/types')
  if (!(error instanceof SettleError) || error.statusCode >= serverError) throw error
  const { errorReason, transaction } = error
  return { success: false, errorReason, transaction }
}
