import { type Ppm, ppm, ppmFromDecimal } from '../../lib/money.js'
import type { Config } from '../../platform/config/config.js'
import { readSiteConfig } from '../shop/read-site-config.js'
import type { ShopConfig } from '../shop/schemas.js'

/** What of a sale is added as the processing fee: the platform's base and what the merchant adds to it. */
export function feeRate(config: Config, shop: Pick<ShopConfig, 'fees'>): Ppm {
  const { processingFeePct: base } = readSiteConfig(config)
  return ppm(fromPercent(base) + fromPercent(shop.fees.processingFeePct))
}

/** Percentages have four decimals at most, so a hundredth of them still is a whole number of millionths. */
function fromPercent(percent: number): bigint {
  const millionths = ppmFromDecimal(percent)
  if (millionths === null || millionths % 100n !== 0n) {
    throw new Error(`${percent} % is finer than a millionth`)
  }
  return millionths / 100n
}
