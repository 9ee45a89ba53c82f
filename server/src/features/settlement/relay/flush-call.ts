import type { Address, Hash } from '../../../lib/hex.js'
import type { Hex } from '../../../platform/chain/chain.js'
import { paymentGateway } from '../../../platform/chain/contracts.js'
import { paymentGatewayAbi } from '../../../platform/chain/generated/payment-gateway.js'

/** The gateway's own bound for one flush, and the cost of the transaction around them. */
const flushGas = 480_000n
const batchGas = 200_000n

/** Encodes a transaction that flushes deposits, with a gas limit that suffices whatever tokens and payout addresses do. */
export async function flushCall(
  flushes: readonly { receiptKey: Hash; payoutAddress: Address; token: Address }[],
): Promise<{ to: Address; data: Hex; value: bigint; gas: bigint }> {
  const { encodeFunctionData } = await import('viem')
  const args = flushes.map(({ receiptKey, payoutAddress, token }) => ({
    receiptKey,
    payoutAddress,
    token,
  }))
  const data = encodeFunctionData({
    abi: paymentGatewayAbi,
    functionName: 'flushMany',
    args: [args],
  })
  const gas = BigInt(flushes.length) * flushGas + batchGas
  return { to: paymentGateway.address, data, value: 0n, gas }
}
