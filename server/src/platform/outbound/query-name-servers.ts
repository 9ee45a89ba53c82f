import { Resolver } from 'node:dns/promises'

/** c-ares increases the timeout with each retry. */
const retries = { timeout: 1_000, tries: 2 }

/**
 * Queries the name servers for all addresses of a host, IPv4 first. One family may fail as long as the other has
 * addresses. Rejects when there are none, or when aborted.
 */
export async function queryNameServers(
  host: string,
  { signal, servers }: { signal: AbortSignal; servers: readonly string[] | null },
): Promise<string[]> {
  signal.throwIfAborted()
  // One resolver per name, because cancel applies to all queries of a resolver.
  const resolver = new Resolver(retries)
  if (servers) resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })

  const results = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  signal.removeEventListener('abort', cancel)
  const addresses = results.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  if (addresses.length === 0) throw new Error(`${host} has no address`, { cause: results })
  return addresses
}
