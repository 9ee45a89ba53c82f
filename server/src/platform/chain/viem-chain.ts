import type { Config } from '../config/config.js'
import type { Chain } from './chain.js'

const answerWithinMs = 3_000

/** The chain behind `CHAIN_RPC_URL`, or `null` without one. Nothing is sent before it is asked something. */
export function createViemChain({ chainRpcUrl = [] }: Pick<Config, 'chainRpcUrl'>): Chain | null {
  const urls = chainRpcUrl.filter((url) => url.startsWith('http'))
  if (urls.length === 0) return null

  let connecting: ReturnType<typeof connect> | null = null
  const client = () => {
    connecting ??= connect(urls)
    return connecting
  }

  return {
    async isSignedByContract(input) {
      const { verifyMessage, getChainId } = await client()
      const isSigned = await verifyMessage(input)
      // A node that cannot be reached counts as a no there, so find out whether it was asked at all.
      if (!isSigned) await getChainId()
      return isSigned
    },
  }
}

/** Loads the library only now: a process that never asks the chain is faster without it. */
async function connect(urls: readonly string[]) {
  const { createPublicClient, fallback, http } = await import('viem')
  const transports = urls.map((url) => http(url, { timeout: answerWithinMs, retryCount: 1 }))
  return createPublicClient({ transport: fallback(transports) })
}
