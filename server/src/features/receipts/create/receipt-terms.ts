import type { Address } from '../../../lib/hex.js'
import { type UnixMs, unixMs } from '../../../lib/time.js'
import type { ShopConfig } from '../../shop/schemas.js'

const MINUTE_MS = 60_000
/** How long stock is held when the shop sets no expiry. */
const defaultMinutes = 60

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

/** Returns when a stock hold that starts now ends. */
export function holdUntil({ payments }: Pick<ShopConfig, 'payments'>, now: UnixMs): UnixMs {
  return unixMs(now + (payments.expiryMinutes ?? defaultMinutes) * MINUTE_MS)
}
