import type { PortalPage } from '../../../auth/portal-tokens.js'
import type { Context } from '../../../platform/context.js'
import { createPaymentUrls, paymentUrl } from '../../receipts/create/payment-url.js'

/** Returns the URL that opens this page on another device. A limited page does not learn the signature. */
export async function pageUrlOf(
  ctx: Pick<Context, 'config' | 'linkSecret'>,
  { merchant, receiptId: id, isLimited }: PortalPage,
): Promise<string> {
  const receipt = { id, merchant, redirectUrl: null }
  if (isLimited) return paymentUrl(ctx.config, { ...receipt, signature: null })
  const paymentUrlOf = await createPaymentUrls(ctx)
  return paymentUrlOf(receipt)
}
