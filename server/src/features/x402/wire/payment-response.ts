import { type Address, checksumAddress, type Hash } from '../../../lib/hex.js'
import { nameInV1, nameInV2 } from './networks.js'
import { encode } from './payment-required.js'

/** Describes a settled payment in version 2 of x402. */
export function describeSettlement(settled: {
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

/** Returns the headers that report a settled payment, one per version of x402 with its own name of the chain. */
export function paymentResponseHeaders(
  settlement: ReturnType<typeof describeSettlement>,
  { chainId }: { chainId: number },
): Record<string, string> {
  const { extensions: _, ...common } = settlement
  return {
    'payment-response': encode(settlement),
    'x-payment-response': encode({ ...common, network: nameInV1(chainId) ?? common.network }),
  }
}
