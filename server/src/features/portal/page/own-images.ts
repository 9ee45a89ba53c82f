import { ownOrigins } from '../../../auth/sessions/own-origins.js'
import { parseUrl } from '../../../lib/parse-url.js'
import type { Config } from '../../../platform/config/config.js'
import type { PortalReceipt } from '../schemas.js'

type Theme = PortalReceipt['theme']

/**
 * A theme without pictures of other hosts: whoever opens a payment page tells nobody else so. Where a shop's logo lies
 * elsewhere, the page draws the first letter of its name.
 */
export function withOwnImages(theme: Theme, config: Pick<Config, 'baseUrl' | 'payUrl'>): Theme {
  const origins = ownOrigins(config)
  const url = parseUrl(theme.brandLogoUrl)
  const isOwn = url !== null && origins.includes(url.origin)
  return { ...theme, brandLogoUrl: isOwn ? `${url.pathname}${url.search}` : '' }
}
