import { type Address, checksumAddress, type Hash } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import type { Claim } from './claims/claim.js'
import { saleOf } from './claims/resolve-claim.js'
import { createOfferSigner } from './offers/offer-signer.js'
import type { RedeemResult } from './paid-request.js'
import type { SettledClaim } from './sale.js'
import { encode, nameInV1, nameInV2 } from './wire/payment-required.js'

/** Describes the response to the request of a settled claim. */
export async function describePaid(
  ctx: Context,
  input: SettledClaim & { settledAt: UnixMs },
): Promise<RedeemResult> {
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

/** Describes a settled payment in version 2 of x402. */
function describeSettlement(settled: {
  chainId: number
  payer: Address
  transactionHash: Hash
  extensions: Record<string, unknown>
}) {
  const { chainId, payer, transactionHash: transaction, extensions } = settled
  return {
    success: true,
    transaction,
    payer: checksumAddress(payer),
    network: nameInV2(chainId),
    extensions,
  }
}

/** Returns the headers of a settled payment, one per version of x402 and its name of the chain. */
function paymentResponseHeaders(
  settlement: ReturnType<typeof describeSettlement>,
  { chainId }: { chainId: number },
): Record<string, string> {
  const { extensions: _, ...common } = settlement
  return {
    'payment-response': encode(settlement),
    'x-payment-response': encode({ ...common, network: nameInV1(chainId) ?? common.network }),
  }
}
