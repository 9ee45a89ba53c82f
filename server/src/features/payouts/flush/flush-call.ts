import type { Address, Hash } from '../../../lib/hex.js'
import type { Chain, Hex } from '../../../platform/chain/chain.js'
import { paymentGateway } from '../../../platform/chain/contracts.js'
import { paymentGatewayAbi } from '../../../platform/chain/generated/payment-gateway.js'

/** The gateway's own bound for one flush, and the cost of the transaction around them. */
const flushGas = 480_000n
const batchGas = 200_000n

/** Encodes a flush of deposits, with enough gas for any behavior of tokens and payout addresses. */
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

/**
 * Returns which flushes of tokens would move money now, in their order. Only the code of known
 * tokens runs, which cannot detect a simulation. While the node does not respond, all of them are
 * assumed to.
 */
export async function simulateFlushes(
  chain: Pick<Chain, 'callMany'>,
  flushes: readonly { receiptKey: Hash; payoutAddress: Address; token: Address }[],
): Promise<boolean[]> {
  if (flushes.length === 0) return []
  const { encodeFunctionData } = await import('viem')
  const calls = flushes.map(({ receiptKey, payoutAddress, token }) => ({
    to: paymentGateway.address,
    data: encodeFunctionData({
      abi: paymentGatewayAbi,
      functionName: 'flush',
      args: [receiptKey, payoutAddress, token],
    }),
  }))
  const amounts = await chain.callMany(calls).catch(() => null)
  return flushes.map((_, index) => amounts === null || BigInt(amounts[index] ?? 0) > 0n)
}
