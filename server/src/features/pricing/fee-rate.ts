import { type Ppm, ppm, ppmFromDecimal } from '../../lib/money.js'
import { rateOfBps } from '../../platform/limits/platform-fee.js'
import type { ShopConfig } from '../shop/schemas.js'

/** Returns the processing fee rate: the platform's fee plus the merchant's add-on. */
export function feeRate(platformBps: number, shop: Pick<ShopConfig, 'fees'>): Ppm {
  return ppm(rateOfBps(platformBps) + fromPercent(shop.fees.processingFeePct))
}

/** Exact: percentages have at most four decimals. */
function fromPercent(percent: number): bigint {
  const millionths = ppmFromDecimal(percent)
  if (millionths === null || millionths % 100n !== 0n) {
    throw new Error(`${percent} % has more than four decimals`)
  }
  return millionths / 100n
}
