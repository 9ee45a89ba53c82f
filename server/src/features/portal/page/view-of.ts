import type { PortalView } from '@tallystick/web/portal'
import type { Address } from '../../../lib/hex.js'
import type { Context } from '../../../platform/context.js'
import { paymentUrl } from '../../receipts/create/payment-url.js'
import { failureCodes } from '../../receipts/status/failures.js'
import type { PortalReceipt } from '../schemas.js'
import { withOwnImages } from './own-images.js'

/**
 * What the payment page of a receipt is drawn from: what everybody may know of it, and where the page is. Without
 * a good choice of the buyer's it begins with the first thing they can pay in.
 */
export function viewOf(
  ctx: Pick<Context, 'config' | 'now'>,
  input: { receipt: PortalReceipt; merchant: Address; asset: string | undefined },
): Omit<PortalView, 'firstQr'> {
  const { receipt, merchant, asset } = input
  const { mode } = ctx.config
  const pageUrl = paymentUrl(ctx.config, { id: receipt.receiptId, merchant, redirectUrl: null })
  const [first, ...others] = receipt.payment.options
  const chosen = others.find(({ symbol }) => symbol === asset) ?? first
  return {
    receipt: { ...receipt, theme: withOwnImages(receipt.theme, ctx.config) },
    mode,
    pageUrl,
    query: new URL(pageUrl).search,
    asset: chosen?.symbol ?? '',
    now: ctx.now(),
    failureCodes: mode === 'sandbox' ? failureCodes : [],
  }
}
