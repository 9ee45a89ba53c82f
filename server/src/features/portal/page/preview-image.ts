import { ownOrigins } from '../../../auth/own-hosts.js'
import { hashInUrl, mediaUrl } from '../../../lib/media-reference.js'
import type { Config } from '../../../platform/config/config.js'
import { previewPath } from '../../pages/serve-assets.js'
import type { PortalReceipt } from '../schemas.js'

type Pictured = Pick<PortalReceipt, 'theme' | 'lineItems'>

/**
 * Returns the URL of the picture that a link to a payment page shows: the shop's logo, else the first item, else our own.
 * Everyone who reads the message sees it, so a limited page shows no item. Pictures on other hosts are not used.
 */
export function previewImageOf(
  config: Pick<Config, 'baseUrl' | 'payUrl'>,
  { receipt, isLimited }: { receipt: Pictured; isLimited: boolean },
): string {
  const logo = hashInUrl(receipt.theme.brandLogoUrl, ownOrigins(config))
  const item = isLimited ? undefined : receipt.lineItems.find(({ picture }) => picture)?.picture
  const hash = logo ?? item
  return hash ? mediaUrl(config.payUrl, hash) : defaultPreviewOf(config)
}

/** Returns the URL of the picture for pages without one of their own. */
export function defaultPreviewOf({ payUrl }: Pick<Config, 'payUrl'>): string {
  return `${payUrl}${previewPath}`
}
