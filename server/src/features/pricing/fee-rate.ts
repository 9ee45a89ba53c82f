import { type Ppm, ppm, ppmFromDecimal } from '../../lib/money.js'
import type { Config } from '../../platform/config/config.js'
import { readSiteConfig } from '../shop/read-site-config.js'
import type { ShopConfig } from '../shop/schemas.js'

/** Returns the processing fee rate: the platform's fee plus the merchant's add-on. */
export function feeRate(config: Config, shop: Pick<ShopConfig, 'fees'>): Ppm {
  const { processingFeePct: base } = readSiteConfig(config)
  return ppm(fromPercent(base) + fromPercent(shop.fees.processingFeePct))
}

/** Exact: percentages have at most four decimals. */
function fromPercent(percent: number): bigint {
  const millionths = ppmFromDecimal(percent)
  if (millionths === null || millionths % 100n !== 0n) {
    throw new Error(`${percent} % has more than four decimals`)
  }
  return millionths / 100n
}
