import { checksumAddress } from '../../../lib/hex.js'
import type { Config } from '../../../platform/config/config.js'
import type { Receipt } from '../receipt.js'

/** Returns the URL of a receipt's payment page. Ids are unique per merchant only, so it names the wallet. */
export function paymentUrl(
  { payUrl }: Pick<Config, 'payUrl'>,
  { id, merchant, redirectUrl }: Pick<Receipt, 'id' | 'merchant' | 'redirectUrl'>,
): string {
  const query = new URLSearchParams({ recipient: checksumAddress(merchant) })
  if (redirectUrl) query.set('redirect_url', redirectUrl)
  return `${payUrl}/portal/${encodeURIComponent(id)}?${query}`
}
