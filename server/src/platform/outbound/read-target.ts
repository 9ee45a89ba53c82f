import { parseUrl } from '../../lib/parse-url.js'
import { parseCallerUrl } from '../../lib/urls.js'
import type { Config } from '../config/config.js'
import { isPublicHost } from './public-address.js'

/** The other ports belong to mail, databases and the like, which must not hear from us. */
const livePorts = ['', '443', '8443']

/** Of every name there can be. */
const longestHost = 253

/**
 * Reads an address that we are to call for somebody; `null` when we do not. In live mode it is https, at a
 * usual port and outside our own network; in sandbox mode it may be http and this machine, too.
 */
export function readTarget(given: unknown, mode: Config['mode']): URL | null {
  if (typeof given !== 'string') return null
  const href = parseCallerUrl(given, { allowHttp: mode === 'sandbox' })
  const url = href === null ? null : parseUrl(href)
  if (url === null || url.hostname.length > longestHost) return null
  if (mode === 'sandbox') return url

  return livePorts.includes(url.port) && isPublicHost(url.hostname) ? url : null
}
