import type { Address } from '../../lib/hex.js'
import { mapConcurrent } from '../../lib/map-concurrent.js'
import type { Chain } from '../../platform/chain/chain.js'
import { listTokens, nativeToken } from '../../platform/chain/tokens.js'

/** The payouts of a contract up to a block. */
export type SplitHistory = {
  block: number
  released: { token: Address; account: Address; units: string }[]
}

const callsAtOnce = 8

/** Reads what a deployed contract has paid its recipients. Null if it has paid nothing. */
export async function readHistory(
  chain: Chain,
  input: { address: Address; chainId: number; recipients: readonly { address: Address }[] },
): Promise<SplitHistory | null> {
  const { address, chainId, recipients } = input
  const { parseAbi } = await import('viem')
  const abi = parseAbi(['function released(address token, address account) view returns (uint256)'])
  const latest = await chain.findBlock('latest')
  if (!latest) return null
  const { number: blockNumber } = latest
  const tokens = [...listTokens(chainId).map((token) => token.address), nativeToken]
  const pairs = tokens.flatMap((token) =>
    recipients.map((recipient) => ({ token, account: recipient.address })),
  )
  const released = await mapConcurrent(pairs, callsAtOnce, async ({ token, account }) => {
    const args = [token, account] as const
    const call = { address, abi, functionName: 'released', args, blockNumber } as const
    return { token, account, units: String(await chain.readContract(call)) }
  })
  const payouts = released.filter(({ units }) => units !== '0')
  return payouts.length === 0 ? null : { block: Number(blockNumber), released: payouts }
}
