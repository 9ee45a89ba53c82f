import type { Config } from '../config/config.js'
import type { Chain } from './chain.js'

const answerWithinMs = 3_000

/** The chain behind `CHAIN_RPC_URL`, or `null` without one. Nothing is sent before it is asked something. */
export function createViemChain({
  chainRpcUrl = [],
  chainId,
}: Pick<Config, 'chainRpcUrl' | 'chainId'>): Chain | null {
  if (chainRpcUrl.length === 0) return null
  let connecting: ReturnType<typeof connect> | null = null
  const client = () => {
    connecting ??= connect(chainRpcUrl)
    return connecting
  }

  return {
    async isSignedByContract(input) {
      const { verifyMessage, getChainId } = await client()
      // First, because a node that cannot be reached counts as a no below, and because a contract at the
      // same address of another chain may be anybody's.
      const actual = await getChainId()
      if (actual !== chainId) throw new Error(`CHAIN_RPC_URL is chain ${actual}, not ${chainId}`)
      return verifyMessage(input)
    },
    async readFeed(address) {
      const [{ parseAbi }, { readContract }] = await Promise.all([import('viem'), client()])
      const abi = parseAbi(feedAbi)
      const [decimals, [, answer, , updatedAtSeconds]] = await Promise.all([
        readContract({ address, abi, functionName: 'decimals' }),
        readContract({ address, abi, functionName: 'latestRoundData' }),
      ])
      return { answer, decimals, updatedAtSeconds }
    },
  }
}

const feedAbi = [
  'function decimals() view returns (uint8)',
  'function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)',
] as const

/** Loads the library only now: a process that never asks the chain is faster without it. */
async function connect(urls: readonly string[]) {
  const { createPublicClient, fallback, http, webSocket } = await import('viem')
  const options = { timeout: answerWithinMs, retryCount: 1 }
  const transports = urls.map((url) =>
    url.startsWith('ws') ? webSocket(url, options) : http(url, options),
  )
  return createPublicClient({ transport: fallback(transports) })
}
