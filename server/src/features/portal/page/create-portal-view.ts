import type { PortalView } from '@tallystick/web/portal'
import { ownOrigins } from '../../../auth/sessions/own-origins.js'
import { parseUrl } from '../../../lib/parse-url.js'
import type { Config } from '../../../platform/config/config.js'
import type { Context } from '../../../platform/context.js'
import { failureCodes } from '../../receipts/status/failures.js'
import type { PortalReceipt } from '../schemas.js'

type Theme = PortalReceipt['theme']

/** Creates the input of a payment page. Without a valid choice of the buyer, the first asset is selected. */
export function createPortalView(
  ctx: Pick<Context, 'config' | 'now'>,
  input: { receipt: PortalReceipt; pageUrl: string; asset: string | undefined },
): Omit<PortalView, 'firstQr'> {
  const { receipt, pageUrl, asset } = input
  const { mode } = ctx.config
  const [first, ...others] = receipt.payment.options
  const chosen = others.find(({ symbol }) => symbol === asset) ?? first
  return {
    receipt: { ...receipt, theme: removeForeignLogo(receipt.theme, ctx.config) },
    mode,
    pageUrl,
    query: new URL(pageUrl).search,
    asset: chosen?.symbol ?? '',
    now: ctx.now(),
    failureCodes: mode === 'sandbox' ? failureCodes : [],
  }
}

/**
 * Removes a logo on another host, because loading it would reveal the buyer's visit to that host. The page then shows
 * the first letter of the shop's name.
 */
export function removeForeignLogo(theme: Theme, config: Pick<Config, 'baseUrl' | 'payUrl'>): Theme {
  const origins = ownOrigins(config)
  const url = parseUrl(theme.brandLogoUrl)
  const isOwn = url !== null && origins.includes(url.origin)
  return { ...theme, brandLogoUrl: isOwn ? `${url.pathname}${url.search}` : '' }
}
