import { signLink } from '../../../auth/link-signature.js'
import { checksumAddress } from '../../../lib/hex.js'
import type { Config } from '../../../platform/config/config.js'
import type { Context } from '../../../platform/context.js'
import type { Receipt } from '../receipt.js'

type LinkedReceipt = Pick<Receipt, 'id' | 'merchant' | 'redirectUrl'>

/** Returns the payment URL of a receipt. */
export type PaymentUrls = (receipt: LinkedReceipt) => string

/** Creates signed payment URLs, which open the whole payment page. */
export async function createPaymentUrls({
  config,
  linkSecret,
}: Pick<Context, 'config' | 'linkSecret'>): Promise<PaymentUrls> {
  const secret = await linkSecret()
  return ({ id, merchant, redirectUrl }) => {
    const signature = signLink(secret, { merchant, receiptId: id })
    return paymentUrl(config, { id, merchant, redirectUrl, signature })
  }
}

/** Returns the URL of a payment page. It names the wallet, because ids are unique per merchant. */
export function paymentUrl(
  { payUrl }: Pick<Config, 'payUrl'>,
  { id, merchant, redirectUrl, signature }: LinkedReceipt & { signature: string | null },
): string {
  // Neither an address nor a signature has characters to escape.
  const link = `${payUrl}/portal/${encodeURIComponent(id)}?recipient=${checksumAddress(merchant)}`
  const signed = signature === null ? link : `${link}&k=${signature}`
  return redirectUrl ? `${signed}&${new URLSearchParams({ redirect_url: redirectUrl })}` : signed
}
