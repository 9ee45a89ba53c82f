import { parseUrl } from '../lib/urls.js'
import type { Config } from '../platform/config/config.js'
import { rememberLatest } from '../platform/remember-latest.js'

/** Returns whether a `Host` header names this service. */
export type IsOwnHost = (header: string | undefined) => boolean

const maxDecisions = 1_000

/**
 * Creates the check of `Host` headers. A page of another site can point its name to the address of
 * this service and then call it as its own (DNS rebinding), but the header still has that name.
 * Ports make no difference, because proxies and containers change them. A service whose URL is on
 * localhost answers for every name of localhost.
 */
export function createOwnHosts(
  config: Pick<Config, 'baseUrl' | 'payUrl' | 'allowedHosts'>,
): IsOwnHost {
  const { baseUrl, payUrl, allowedHosts } = config
  const ownHosts = [baseUrl, payUrl].map((url) => normalize(new URL(url).hostname))
  const names = new Set([...ownHosts, ...allowedHosts.map(normalize)])
  const isLocal = ownHosts.some(isLocalhost)
  const decide = rememberLatest((header) => {
    const host = hostnameOf(header)
    return host !== null && (names.has(host) || (isLocal && isLocalhost(host)))
  }, maxDecisions)

  // Only HTTP/1.0 has no header, and no browser speaks it.
  return (header) => header === undefined || decide(header)
}

function hostnameOf(header: string): string | null {
  const url = /^[\w.:[\]-]+$/.test(header) ? parseUrl(`http://${header}`) : null
  return url && normalize(url.hostname)
}

function normalize(hostname: string): string {
  return hostname.toLowerCase().replace(/\.$/, '')
}

function isLocalhost(host: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(host) || host.endsWith('.localhost')
}

const originOf = rememberLatest((url) => new URL(url).origin, 2)

/** Returns the origins of our own pages. */
export function ownOrigins({ baseUrl, payUrl }: Pick<Config, 'baseUrl' | 'payUrl'>): string[] {
  return [baseUrl, payUrl].map(originOf)
}
