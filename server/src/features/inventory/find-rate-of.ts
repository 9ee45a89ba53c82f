import type { Ppm } from '../../lib/money.js'
import type { TxContext } from '../../platform/context.js'
import { findMerchantRate } from '../pricing/find-merchant-rate.js'
import { followsRate, type Item } from './item.js'

/** The rate that gives an item its dollar price: `null` when it has its own, or nobody knows the rate. */
export async function findRateOf(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  item: Item,
): Promise<Ppm | null> {
  if (!followsRate(item)) return null
  const found = await findMerchantRate(ctx, { merchant: item.merchant, unit: 'EUR' })
  return found.kind === 'rate' ? found.usdPerUnit : null
}
