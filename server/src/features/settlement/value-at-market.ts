import { type BaseUnits, type Micros, micros } from '../../lib/money.js'
import type { TxContext } from '../../platform/context.js'
import { findRate } from '../rates/find-rate.js'
import type { Asset } from './asset.js'

/** Values units at the current rate of their asset, rounded down. Null while there is no rate. */
export async function valueAtMarket(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  { asset, units }: { asset: Asset; units: BaseUnits },
): Promise<Micros | null> {
  const rate = await findRate(ctx, asset.symbol)
  if (rate.kind !== 'rate') return null
  return micros((units * rate.usdPerUnit) / 10n ** BigInt(asset.decimals))
}
