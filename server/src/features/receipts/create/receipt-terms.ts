import type { Address } from '../../../lib/hex.js'
import { MINUTE_MS, type UnixMs, unixMs } from '../../../lib/time.js'
import type { ShopConfig } from '../../shop/schemas.js'

/** Returns the terms that a receipt takes from its shop when it is created. */
export function receiptTerms(
  shop: Pick<ShopConfig, 'name' | 'theme' | 'payments'>,
  { now, payoutAddress }: { now: UnixMs; payoutAddress: Address },
) {
  const { expiryMinutes } = shop.payments
  return {
    brandName: shop.theme.brandName || shop.name,
    payoutAddress,
    expiresAt: expiryMinutes === null ? null : unixMs(now + expiryMinutes * MINUTE_MS),
  }
}
