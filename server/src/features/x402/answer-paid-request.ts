import type { Access } from '../../auth/access.js'
import type { Context } from '../../platform/context.js'
import { challengeExtensions } from './discovery/challenge-extensions.js'
import { requireFacilitator } from './facilitator/require-facilitator.js'
import { createOfferSigner } from './offers/offer-signer.js'
import { ordersRoute } from './orders/read-order.js'
import type { PaidRequest, Redeemed } from './paid-request.js'
import { redeem } from './redeem.js'
import type { Offer } from './terms.js'
import { describePaymentRequired, type PaymentRequired } from './wire/payment-required.js'
import type { Proof } from './wire/read-proof.js'

/** The result of a paid request: sold, or the price to pay first. */
export type PaidAnswer =
  | Extract<Redeemed, { kind: 'paid' }>
  | { kind: 'required'; required: PaymentRequired }

type Asked = {
  wanted: PaidRequest
  proof: Proof | null
  idempotencyKey: string | null
  /** The caller's network address. */
  ip: string
}

/** Creates the answers to paid requests, for every transport of x402. */
export function createPaidAnswers(ctx: Context, access: Pick<Access, 'contractChecks'>) {
  const signer = createOfferSigner(ctx.config)

  /** Describes an offer as required payment. `reason` says why a payment was refused. */
  function demand(input: { offer: Offer; route: string; reason: string | null }): PaymentRequired {
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
   * Sells what a request wants if it carries a payment that fits. Otherwise offers the current price.
   *
   * @throws {AppError} everything that `redeem` and the offer throw.
   */
  async function answer({ wanted, proof, idempotencyKey, ip }: Asked): Promise<PaidAnswer> {
    requireFacilitator(ctx)
    const runContractCheck = access.contractChecks.forAddress(ip)
    const redeemed = proof
      ? await redeem(ctx, { request: wanted, proof, idempotencyKey, runContractCheck })
      : null
    if (redeemed?.kind === 'paid') return redeemed
    const reason = redeemed?.reason ?? null
    const required = demand({ offer: await wanted.offer(), route: wanted.route, reason })
    return { kind: 'required', required }
  }

  return { answer, demand }
}
