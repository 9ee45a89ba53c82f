import type { Address } from '../../../lib/hex.js'
import { type UnixMs, unixMs } from '../../../lib/time.js'
import type { ShopConfig } from '../../shop/schemas.js'

const MINUTE_MS = 60_000
/** How long stock is set aside when the shop sets no time. */
const usualMinutes = 60

/** What a receipt takes over from its merchant's shop when it is made. */
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

/** Until when stock is set aside for a receipt made now, but not for longer than `atMostMinutes`. */
export function holdUntil(
  shop: Pick<ShopConfig, 'payments'>,
  { now, atMostMinutes = Number.POSITIVE_INFINITY }: { now: UnixMs; atMostMinutes?: number },
): UnixMs {
  const minutes = Math.min(shop.payments.expiryMinutes ?? usualMinutes, atMostMinutes)
  return unixMs(now + minutes * MINUTE_MS)
}
