import { checksumAddress, type Hash } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import type { Claim } from './claims/claim.js'
import { createOfferSigner } from './offers/offer-signer.js'
import type { Redeemed } from './paid-request.js'
import type { Settled } from './sale.js'
import { saleOf } from './sale-of.js'
import { nameInV2 } from './wire/networks.js'
import { describeSettlement, paymentResponseHeaders } from './wire/payment-response.js'

/** Describes the response to the request of a settled claim. */
export async function describePaid(
  ctx: Context,
  input: Settled & { settledAt: UnixMs },
): Promise<Redeemed> {
  const { claim, transactionHash } = input
  const { chainId, payer } = claim
  const { body, isPaid } = await saleOf(claim).describe(ctx, input)
  const extensions = isPaid ? signReceipt(ctx, input) : {}
  const settlement = describeSettlement({ chainId, payer, transactionHash, extensions })
  const headers = paymentResponseHeaders(settlement, { chainId })
  return { kind: 'paid', body, headers, settlement }
}

/** Returns the signed receipt, by which the buyer can prove the payment. */
function signReceipt(
  { config }: Context,
  input: { claim: Claim; transactionHash: Hash; settledAt: UnixMs },
) {
  const { claim, transactionHash, settledAt } = input
  const { chainId, payer, route, subject } = claim
  return createOfferSigner(config).signReceipt({
    resourceUrl: config.baseUrl + route,
    network: nameInV2(chainId),
    payer: checksumAddress(payer),
    transactionHash,
    issuedAt: settledAt,
    ...(subject.kind === 'order' ? { receiptId: subject.receiptId } : {}),
  })
}
