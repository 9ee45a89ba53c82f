import type { Address } from '../../../lib/hex.js'
import { type BaseUnits, type Micros, micros, type Ppm } from '../../../lib/money.js'
import { type Asset, listAssets } from '../../../platform/chain/assets/asset.js'
import type { TxContext } from '../../../platform/context.js'
import { findRate } from '../../rates/find-rate.js'

/** Values units at the current rate of their asset, rounded down. Null while there is no rate. */
export async function valueAtMarket(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  { asset, units }: { asset: Asset; units: BaseUnits },
): Promise<Micros | null> {
  const usdPerUnit = await findPrice(ctx, asset.symbol)
  if (usdPerUnit === null) return null
  return micros((units * usdPerUnit) / 10n ** BigInt(asset.decimals))
}

/** Returns the current rate of an asset, or null. */
export async function findPrice(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  symbol: Asset['symbol'],
): Promise<Ppm | null> {
  const rate = await findRate(ctx, symbol)
  return rate.kind === 'rate' ? rate.usdPerUnit : null
}

/** Lists the tokens that have a rate. */
export async function listPricedTokens(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
): Promise<Address[]> {
  const tokens: Address[] = []
  for (const asset of listAssets(ctx.config.chainId)) {
    if ((await findPrice(ctx, asset.symbol)) !== null) tokens.push(asset.token)
  }
  return tokens
}
