import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Config } from '../config/config.js'
import { shareLookups } from './share-lookups.js'

/** Returns all addresses of a host, IPv4 first. Rejects if there are none, or if aborted. */
export type ResolveHost = (host: string, signal: AbortSignal) => Promise<string[]>

const sharing = { rememberMs: 1_000, withinMs: 5_000, maxHosts: 1_000 }

/**
 * Creates the host resolver. Live mode queries the name servers directly, because each lookup by
 * the system occupies one of four threads, which slow name servers would block. Sandbox mode uses
 * the system, which knows `localhost`, the hosts file and container names.
 */
export function createResolveHost(
  mode: Config['mode'],
  { servers = null }: { servers?: readonly string[] | null } = {},
): ResolveHost {
  const resolve: ResolveHost =
    mode === 'live' ? (host, signal) => queryNameServers(host, { signal, servers }) : querySystem
  const shared = shareLookups(resolve, sharing)
  return (host, signal) => (isIP(host) === 0 ? shared(host, signal) : Promise.resolve([host]))
}

async function querySystem(host: string): Promise<string[]> {
  const addresses = await lookup(host, { all: true })
  return addresses.toSorted((a, b) => a.family - b.family).map(({ address }) => address)
}

/** c-ares increases the timeout with each retry. */
const retries = { timeout: 1_000, tries: 2 }

/**
 * Queries the name servers for all addresses of a host, IPv4 first. One family may fail as long as
 * the other has addresses. Rejects when there are none, or when aborted.
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
  const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
  if (addresses.length === 0) throw new Error(`${host} has no address`, { cause: results })
  return addresses
}
