import type { PublicClient, Transport } from 'viem'
import { callOnce } from '../share-reads.js'
import { createLocalFetch, isLocalNode } from './local-fetch.js'

export type ChainClient = PublicClient

type ClientInput = { urls: readonly string[]; chainId: number; timeoutMs?: number }

const defaultTimeoutMs = 3_000
/** A URL may lead to several nodes, which can change. */
const trustedForMs = 30_000

/**
 * Creates a client that uses the first node that responds. A node of another chain counts as not
 * responding. The library is loaded on first use, to speed up processes that never use the chain.
 */
export function createChainClient(input: ClientInput): () => Promise<ChainClient> {
  return callOnce(() => connect(input))
}

/**
 * Lists the nodes that belong to another chain, counted from 1. Skips nodes that do not respond.
 */
export async function findForeignNodes(input: {
  urls: readonly string[]
  chainId: number
}): Promise<{ node: number; chainId: number }[]> {
  const { createPublicClient } = await import('viem')
  const results = await Promise.allSettled(
    input.urls.map(async (url, index) => {
      const client = createPublicClient({ transport: await transportOf(url, defaultTimeoutMs) })
      return { node: index + 1, chainId: await client.getChainId() }
    }),
  )
  return results
    .flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    .filter((node) => node.chainId !== input.chainId)
}

async function connect({ urls, chainId, timeoutMs = defaultTimeoutMs }: ClientInput) {
  const { createPublicClient, fallback } = await import('viem')
  const transports = await Promise.all(
    urls.map(async (url, index) => {
      const name = `URL ${index + 1} of CHAIN_RPC_URL`
      return guard(await transportOf(url, timeoutMs), { url, name, chainId })
    }),
  )
  return createPublicClient({ transport: fallback(transports, { retryCount: 0 }) })
}

async function transportOf(url: string, timeoutMs: number): Promise<Transport> {
  const { http, webSocket } = await import('viem')
  const options = { timeout: timeoutMs, retryCount: 1 }
  if (url.startsWith('ws')) return webSocket(url, options)
  return http(url, isLocalNode(url) ? { ...options, fetchFn: createLocalFetch() } : options)
}

/** Wraps a transport: verifies the chain id of its node, and removes its URL from errors. */
function guard(
  inner: Transport,
  { url, name, chainId }: { url: string; name: string; chainId: number },
): Transport {
  // Outside the function, because the library creates a new transport for every request.
  let verifiedAt = Number.NEGATIVE_INFINITY

  return (parameters) => {
    const transport = inner(parameters)

    const request: typeof transport.request = async (call) => {
      try {
        if (performance.now() - verifiedAt > trustedForMs) {
          const actual = Number(await transport.request({ method: 'eth_chainId' }))
          if (actual !== chainId) throw new Error(`${name} is chain ${actual}, not ${chainId}`)
          verifiedAt = performance.now()
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

/** Replaces a node's URL, which may contain a key, with `name` in an error and its causes. */
export function hideAddress(error: unknown, { url, name }: { url: string; name: string }): void {
  const forms = formsOf(url)
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    for (const field of Object.getOwnPropertyNames(cause)) {
      Reflect.set(cause, field, withoutForms(Reflect.get(cause, field), forms, name))
    }
  }
}

/** Libraries omit user and password, and some report only the path. */
function formsOf(url: string): string[] {
  const { protocol, host, pathname, search } = new URL(url)
  const path = `${pathname}${search}`
  return [url, `${protocol}//${host}${path}`, ...(path === '/' ? [] : [path])]
}

function withoutForms(value: unknown, forms: readonly string[], name: string): unknown {
  if (typeof value === 'string') {
    return forms.reduce((text, form) => text.replaceAll(form, name), value)
  }
  return Array.isArray(value) ? value.map((part) => withoutForms(part, forms, name)) : value
}
