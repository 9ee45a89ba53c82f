import { ppmFromDecimal } from '../../lib/money.js'
import type { TxContext } from '../../platform/context.js'
import { type FoundRate, findRate } from '../rates/find-rate.js'
import type { ShopConfig } from '../shop/schemas.js'

type Pricing = ShopConfig['pricing']

/** Finds a rate by a shop's settings: its pinned rate, or a market rate from its preferred provider. */
export async function findPricingRate(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  { pricing, unit }: { pricing: Pricing; unit: keyof Pricing['ratePins'] },
): Promise<FoundRate> {
  const pin = pricing.ratePins[unit]
  if (pin === null) return findRate(ctx, unit, { prefer: pricing.rateProvider })

  const usdPerUnit = ppmFromDecimal(pin)
  if (usdPerUnit === null)
    throw new Error(`the pinned rate ${pin} of ${unit} has more than six decimals`)
  return { kind: 'rate', usdPerUnit, quotedAt: ctx.now(), provider: 'pinned' }
}
