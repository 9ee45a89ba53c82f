import type { Access } from '../../auth/access.js'
import type { Context } from '../../platform/context.js'
import { challengeExtensions } from './discovery/challenge-extensions.js'
import { requireFacilitator } from './facilitator/require-facilitator.js'
import { createOfferSigner } from './offers/offer-signer.js'
import { ordersRoute } from './orders/read-order.js'
import type { PaidRequest, RedeemResult } from './paid-request.js'
import { redeem } from './redeem.js'
import type { Offer } from './terms.js'
import { describePaymentRequired, type PaymentRequired } from './wire/payment-required.js'
import type { Proof } from './wire/read-proof.js'

/** The outcome of a paid request: sold, or the price to pay first. */
export type PaidOutcome =
  | Extract<RedeemResult, { kind: 'paid' }>
  | { kind: 'payment_required'; required: PaymentRequired }

type Input = {
  request: PaidRequest
  proof: Proof | null
  idempotencyKey: string | null
  /** The caller's network address. */
  ip: string
}

/** Creates the handler of paid requests, for every transport of x402. */
export function createPaidRequestHandler(ctx: Context, access: Pick<Access, 'contractChecks'>) {
  const signer = createOfferSigner(ctx.config)

  /** Describes an offer as required payment. `reason` says why a payment was refused. */
  function challenge(input: {
    offer: Offer
    route: string
    reason: string | null
  }): PaymentRequired {
    const { offer, route, reason } = input
    return describePaymentRequired({
      offer,
      url: `${ctx.config.baseUrl}${route}`,
      reason,
      extensions: challengeExtensions(ctx, {
        route: route === ordersRoute ? 'orders' : 'subscribe',
        offer,
        signer,
      }),
    })
  }

  /**
   * Sells the subject of a request if it carries a payment that fits. Otherwise offers the current
   * price.
   *
   * @throws {AppError} everything that `redeem` and the offer throw.
   */
  async function handle({ request, proof, idempotencyKey, ip }: Input): Promise<PaidOutcome> {
    requireFacilitator(ctx)
    const runContractCheck = access.contractChecks.forAddress(ip)
    const redeemed = proof
      ? await redeem(ctx, { request, proof, idempotencyKey, runContractCheck })
      : null
    if (redeemed?.kind === 'paid') return redeemed
    const reason = redeemed?.reason ?? null
    const required = challenge({ offer: await request.offer(), route: request.route, reason })
    return { kind: 'payment_required', required }
  }

  return { handle, challenge }
}
