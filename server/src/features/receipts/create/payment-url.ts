import { checksumAddress } from '../../../lib/hex.js'
import type { Config } from '../../../platform/config/config.js'
import type { Receipt } from '../receipt.js'

/** Where a buyer pays a receipt. The merchant's wallet tells apart receipts of the same id. */
export function paymentUrl(
  { payUrl }: Pick<Config, 'payUrl'>,
  { id, merchant, redirectUrl }: Pick<Receipt, 'id' | 'merchant' | 'redirectUrl'>,
): string {
  const query = new URLSearchParams({ recipient: checksumAddress(merchant) })
  if (redirectUrl) query.set('redirect_url', redirectUrl)
  return `${payUrl}/portal/${encodeURIComponent(id)}?${query}`
}
