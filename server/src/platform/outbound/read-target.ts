import { parseCallerUrl, parseUrl } from '../../lib/urls.js'
import type { Config } from '../config/config.js'
import { isPublicHost } from './public-address.js'

const maxHostLength = 253

/**
 * Validates a URL that the service should call, or returns `null`. Live mode requires https, a
 * public host and a port that browsers allow; sandbox mode also allows http, any port and this
 * machine.
 */
export function readTarget(value: unknown, mode: Config['mode']): URL | null {
  if (typeof value !== 'string') return null
  const href = parseCallerUrl(value, { allowHttp: mode === 'sandbox' })
  const url = href === null ? null : parseUrl(href)
  if (url === null || url.hostname.length > maxHostLength) return null
  if (mode === 'sandbox') return url

  const isBlocked = url.port !== '' && blockedPorts.has(Number(url.port))
  return !isBlocked && isPublicHost(url.hostname) ? url : null
}

/** Returns the host of a URL as DNS and certificates have it: no brackets, no final dot. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}

/**
 * Ports of services such as mail and shells, which could take a request for their own protocol.
 * Browsers block the same ports: https://fetch.spec.whatwg.org/#port-blocking
 */
export const blockedPorts: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10080,
])
