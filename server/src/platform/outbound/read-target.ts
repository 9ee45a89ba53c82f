import { parseUrl } from '../../lib/parse-url.js'
import { parseCallerUrl } from '../../lib/urls.js'
import type { Config } from '../config/config.js'
import { blockedPorts } from './blocked-ports.js'
import { isPublicHost } from './public-address.js'

const maxHostLength = 253

/**
 * Validates a URL that the service should call, or returns `null`. Live mode requires https, a public host and a port
 * that browsers allow; sandbox mode also allows http, any port and this machine.
 */
export function readTarget(given: unknown, mode: Config['mode']): URL | null {
  if (typeof given !== 'string') return null
  const href = parseCallerUrl(given, { allowHttp: mode === 'sandbox' })
  const url = href === null ? null : parseUrl(href)
  if (url === null || url.hostname.length > maxHostLength) return null
  if (mode === 'sandbox') return url

  const isBlocked = url.port !== '' && blockedPorts.has(Number(url.port))
  return !isBlocked && isPublicHost(url.hostname) ? url : null
}

/** Returns the host of a URL as name servers and certificates use it: without brackets and final dot. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}
