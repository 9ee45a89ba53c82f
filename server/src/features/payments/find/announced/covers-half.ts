import { baseUnits } from '../../../../lib/money.js'
import type { Asset } from '../../../../platform/chain/assets/asset.js'
import { needsRate, valueUnits } from '../../../../platform/chain/assets/value-units.js'
import type { TxContext } from '../../../../platform/context.js'
import type { Receipt } from '../../../receipts/receipt.js'
import { getDue } from '../../get-due.js'
import { findNewestQuote } from '../../quote/store.js'

/**
 * Returns whether an amount covers at least half of the balance due on a receipt, native token by
 * its newest quote. Anyone can send less, which must not keep stock from other buyers.
 */
export async function coversHalf(
  ctx: Pick<TxContext, 'db'>,
  { receipt, asset, units }: { receipt: Receipt; asset: Asset; units: bigint },
): Promise<boolean> {
  const { due } = await getDue(ctx, receipt)
  const usdPerUnit = needsRate(asset, receipt) ? await findRate(ctx, { receipt, asset }) : null
  if (due <= 0n || (usdPerUnit === null && needsRate(asset, receipt))) return false
  return valueUnits(baseUnits(units), { asset, bill: receipt, usdPerUnit }) * 2n >= due
}

async function findRate(
  { db }: Pick<TxContext, 'db'>,
  { receipt, asset }: { receipt: Receipt; asset: Asset },
) {
  if (asset.symbol !== 'ETH') return null
  const { merchant, id: receiptId } = receipt
  const quote = await findNewestQuote(db, { merchant, receiptId, symbol: asset.symbol })
  return quote?.usdPerUnit ?? null
}
