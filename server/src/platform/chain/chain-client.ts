import type { PublicClient, Transport } from 'viem'
import { hideAddress } from './hide-address.js'
import { createLocalFetch, isLocalNode } from './local-fetch.js'

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

/**
 * Which of the nodes are of another chain, counted from 1. One that does not answer is not among them: that is
 * not known.
 */
export async function findForeignNodes(input: {
  urls: readonly string[]
  chainId: number
}): Promise<{ node: number; chainId: number }[]> {
  const { createPublicClient } = await import('viem')
  const answers = await Promise.allSettled(
    input.urls.map(async (url, index) => {
      const client = createPublicClient({ transport: await transportOf(url) })
      return { node: index + 1, chainId: await client.getChainId() }
    }),
  )
  return answers
    .flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    .filter((answer) => answer.chainId !== input.chainId)
}

async function connect({ urls, chainId }: { urls: readonly string[]; chainId: number }) {
  const { createPublicClient, fallback } = await import('viem')
  const transports = await Promise.all(
    urls.map(async (url, index) => {
      const name = `address ${index + 1} of CHAIN_RPC_URL`
      return guard(await transportOf(url), { url, name, chainId })
    }),
  )
  return createPublicClient({ transport: fallback(transports, { retryCount: 0 }) })
}

async function transportOf(url: string): Promise<Transport> {
  const { http, webSocket } = await import('viem')
  const options = { timeout: answerWithinMs, retryCount: 1 }
  if (url.startsWith('ws')) return webSocket(url, options)
  return http(url, isLocalNode(url) ? { ...options, fetchFn: createLocalFetch() } : options)
}

/** The transport, once its node has said that it is the right chain, and without its address in what it throws. */
function guard(
  inner: Transport,
  { url, name, chainId }: { url: string; name: string; chainId: number },
): Transport {
  // Out here, because the library makes a new transport for every question.
  let askedAt = Number.NEGATIVE_INFINITY

  return (parameters) => {
    const transport = inner(parameters)

    const request: typeof transport.request = async (call) => {
      try {
        if (performance.now() - askedAt > trustedForMs) {
          const actual = Number(await transport.request({ method: 'eth_chainId' }))
          if (actual !== chainId) throw new Error(`${name} is chain ${actual}, not ${chainId}`)
          askedAt = performance.now()
        }
        return await transport.request(call)
      } catch (error) {
        hideAddress(error, { url, name })
        throw error
      }
    }
    return { ...transport, request }
  }
}
