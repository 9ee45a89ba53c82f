import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Config } from '../config/config.js'
import { askNameServers } from './ask-name-servers.js'
import { shareLookups } from './share-lookups.js'

/**
 * All addresses of a host, those of the older family first. Rejects when there are none, or when the signal
 * says so first.
 */
export type ResolveHost = (host: string, signal: AbortSignal) => Promise<string[]>

const sharing = { rememberMs: 1_000, withinMs: 5_000, maxHosts: 1_000 }

/**
 * Makes what looks names up. In live mode it asks the name servers itself: the system's own way occupies one
 * of the four threads of the process, so that four names whose servers are silent would hold everybody up.
 * Sandbox mode takes the system's way, which knows `localhost`, the hosts file and containers by name.
 */
export function createResolveHost(
  mode: Config['mode'],
  { servers = null }: { servers?: readonly string[] | null } = {},
): ResolveHost {
  const ask: ResolveHost =
    mode === 'live' ? (host, signal) => askNameServers(host, { signal, servers }) : askSystem
  const shared = shareLookups(ask, sharing)
  return (host, signal) => (isIP(host) === 0 ? shared(host, signal) : Promise.resolve([host]))
}

async function askSystem(host: string): Promise<string[]> {
  const answers = await lookup(host, { all: true })
  return answers.toSorted((a, b) => a.family - b.family).map(({ address }) => address)
}
