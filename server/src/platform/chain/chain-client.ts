import type { PublicClient, Transport } from 'viem'

export type ChainClient = PublicClient

const answerWithinMs = 3_000
/** Behind one address there may be several nodes, and not always the same ones. */
const trustedForMs = 30_000

/**
 * A client that asks the first node which answers. The library is loaded at the first use, because a process that
 * never asks the chain is faster without. A node of another chain must not answer for ours: it counts as one
 * that does not answer.
 */
export function createChainClient(input: {
  urls: readonly string[]
  chainId: number
}): () => Promise<ChainClient> {
  let connecting: Promise<ChainClient> | null = null
  return () => {
    connecting ??= connect(input)
    return connecting
  }
}

async function connect({ urls, chainId }: { urls: readonly string[]; chainId: number }) {
  const { createPublicClient, fallback, http, webSocket } = await import('viem')
  const options = { timeout: answerWithinMs, retryCount: 1 }
  const transports = urls.map((url) =>
    onlyOn(chainId, url.startsWith('ws') ? webSocket(url, options) : http(url, options)),
  )
  return createPublicClient({ transport: fallback(transports, { retryCount: 0 }) })
}

/** The transport, once its node has said that it is the right chain. */
function onlyOn(chainId: number, inner: Transport): Transport {
  return (parameters) => {
    const transport = inner(parameters)
    let askedAt = Number.NEGATIVE_INFINITY

    const request: typeof transport.request = async (call) => {
      if (performance.now() - askedAt > trustedForMs) {
        const actual = Number(await transport.request({ method: 'eth_chainId' }))
        if (actual !== chainId) throw new Error(`CHAIN_RPC_URL is chain ${actual}, not ${chainId}`)
        askedAt = performance.now()
      }
      return transport.request(call)
    }
    return { ...transport, request }
  }
}
