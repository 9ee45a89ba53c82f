import { createPublicClient, fallback, http } from 'viem'
import type { Config } from '../config/config.js'
import type { Chain } from './chain.js'

const answerWithinMs = 3_000

/** The chain behind `CHAIN_RPC_URL`, or `null` without one. Nothing is sent before it is asked something. */
export function createViemChain({ chainRpcUrl = [] }: Pick<Config, 'chainRpcUrl'>): Chain | null {
  const urls = chainRpcUrl.filter((url) => url.startsWith('http'))
  if (urls.length === 0) return null

  const transports = urls.map((url) => http(url, { timeout: answerWithinMs, retryCount: 1 }))
  const client = createPublicClient({ transport: fallback(transports) })
  return {
    async isSignedByContract(input) {
      const isSigned = await client.verifyMessage(input)
      // A node that cannot be reached counts as a no there, so find out whether it was asked at all.
      if (!isSigned) await client.getChainId()
      return isSigned
    },
  }
}
