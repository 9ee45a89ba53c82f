import type { PortalView } from '@tallystick/web/portal'
import { ownOrigins } from '../../../auth/own-hosts.js'
import { hashInUrl, mediaUrl } from '../../../lib/media-reference.js'
import { parseUrl } from '../../../lib/urls.js'
import type { Config } from '../../../platform/config/config.js'
import type { Context } from '../../../platform/context.js'
import { previewPath } from '../../pages/serve-assets.js'
import { failureCodes } from '../../receipts/status/failures.js'
import type { PortalReceipt } from '../schemas.js'

type Theme = PortalReceipt['theme']

/**
 * Creates the input of a payment page. Without a valid choice of the buyer, the token of the
 * receipt's currency is selected, or else the first asset.
 */
export function createPortalView(
  ctx: Pick<Context, 'config' | 'now'>,
  input: {
    receipt: PortalReceipt
    pageUrl: string
    asset: string | undefined
    /** The site that shows the page in a frame or opened it in a tab, or null. */
    embedder?: string | null
  },
): Omit<PortalView, 'firstQr'> {
  const { receipt, pageUrl, asset, embedder = null } = input
  const { mode } = ctx.config
  const { options } = receipt.payment
  const findOption = (name: string | undefined) => options.find(({ symbol }) => symbol === name)
  const ownToken = receipt.currency === 'EUR' ? 'EURC' : 'USDC'
  const chosen = findOption(asset) ?? findOption(ownToken) ?? options[0]
  return {
    receipt: { ...receipt, theme: removeForeignImages(receipt.theme, ctx.config) },
    mode,
    pageUrl,
    query: new URL(pageUrl).search,
    asset: chosen?.symbol ?? '',
    now: ctx.now(),
    ...(embedder === null ? {} : { embedder }),
    failureCodes: mode === 'sandbox' ? failureCodes : [],
  }
}

/**
 * Removes images on another host, because loading them would reveal the buyer's visit to that host.
 * The page then shows the first letter of the shop's name, our icon, and no background.
 */
export function removeForeignImages(
  theme: Theme,
  config: Pick<Config, 'baseUrl' | 'payUrl'>,
): Theme {
  const origins = ownOrigins(config)
  const background = hashInUrl(theme.receiptBackgroundUrl, origins)
  return {
    ...theme,
    brandLogoUrl: ownPathOf(theme.brandLogoUrl, origins),
    brandFaviconUrl: ownPathOf(theme.brandFaviconUrl, origins),
    receiptBackgroundUrl: background === null ? '' : mediaUrl('', background, 960),
  }
}

/** Returns the path of an image of this service, and an empty text for any other. */
function ownPathOf(address: string, origins: readonly string[]): string {
  const hash = hashInUrl(address, origins)
  if (hash !== null) return mediaUrl('', hash, 320)
  const url = parseUrl(address)
  if (url === null || !origins.includes(url.origin)) return ''
  // A browser would read a path that begins with two slashes as another host.
  return url.pathname.startsWith('//') ? '' : `${url.pathname}${url.search}`
}

/**
 * Returns the URL of the picture that a link to a payment page shows: the shop's logo, else the
 * first item, else our own. Everyone who reads the message sees it, so a limited page shows no
 * item. Pictures on other hosts are not used.
 */
export function previewImageOf(
  config: Pick<Config, 'baseUrl' | 'payUrl'>,
  input: { receipt: Pick<PortalReceipt, 'theme' | 'lineItems'>; isLimited: boolean },
): string {
  const { receipt, isLimited } = input
  const logo = hashInUrl(receipt.theme.brandLogoUrl, ownOrigins(config))
  const item = isLimited ? undefined : receipt.lineItems.find(({ picture }) => picture)?.picture
  const hash = logo ?? item
  return hash ? mediaUrl(config.payUrl, hash) : defaultPreviewOf(config)
}

/** Returns the URL of the picture for pages without one of their own. */
export function defaultPreviewOf({ payUrl }: Pick<Config, 'payUrl'>): string {
  return `${payUrl}${previewPath}`
}
