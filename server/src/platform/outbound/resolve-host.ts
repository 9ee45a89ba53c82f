import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Config } from '../config/config.js'
import { queryNameServers } from './query-name-servers.js'
import { shareLookups } from './share-lookups.js'

/**
 * Returns all addresses of a host, IPv4 first. Rejects when there are none, or when aborted.
 */
export type ResolveHost = (host: string, signal: AbortSignal) => Promise<string[]>

const sharing = { rememberMs: 1_000, withinMs: 5_000, maxHosts: 1_000 }

/**
 * Creates the host resolver. Live mode queries the name servers directly, because each lookup by the system occupies
 * one of four threads, which slow name servers would block. Sandbox mode uses the system, which knows `localhost`, the
 * hosts file and container names.
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
