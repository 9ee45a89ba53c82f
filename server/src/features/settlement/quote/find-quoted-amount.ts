import { type BaseUnits, baseUnitsToDecimal, microsFromCents } from '../../../lib/money.js'
import type { Context } from '../../../platform/context.js'
import type { Receipt } from '../../receipts/receipt.js'
import type { TokenAmount } from '../../receipts/status/describe-status.js'
import { isExpired } from '../../receipts/status/is-expired.js'
import { getShopConfig } from '../../shop/get-shop-config.js'
import { type Asset, isAccepted, listAssets } from '../asset.js'
import { getDue } from '../get-due.js'
import { unitsFor } from '../value-units.js'
import { findNewestQuote } from './store.js'

type Priced = { receipt: Receipt; asset: Asset }

/**
 * Returns the amount of an unpaid receipt in the shop's default token while it is quoted. A stablecoin is quoted as long
 * as the receipt, native coin as long as its quote; none is made here. Returns null for a token that cannot pay the
 * receipt.
 */
export async function findQuotedAmount(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  receipt: Receipt,
): Promise<TokenAmount | null> {
  const { payments } = await getShopConfig(ctx, receipt.merchant)
  const asset = listAssets(ctx.config.chainId).find(
    ({ symbol }) => symbol === payments.defaultPaymentToken,
  )
  if (!asset || !isAccepted(asset, receipt, payments.acceptedTokens)) return null

  const { symbol, decimals } = asset
  const find = symbol === 'ETH' ? findCoinUnits : findStableUnits
  const units = await find(ctx, { receipt, asset })
  if (units === null) return null
  return { currency: symbol, amount: Number(baseUnitsToDecimal(units, decimals)) }
}

function findStableUnits(
  { now }: Pick<Context, 'now'>,
  { receipt, asset }: Priced,
): BaseUnits | null {
  if (isExpired(receipt, now())) return null
  const total = microsFromCents(receipt.totalUsdCents)
  return unitsFor(total, { asset, bill: receipt, usdPerUnit: null })
}

async function findCoinUnits(
  ctx: Pick<Context, 'db' | 'now'>,
  { receipt, asset }: Priced,
): Promise<BaseUnits | null> {
  const { merchant, id: receiptId } = receipt
  const [quote, { due }] = await Promise.all([
    findNewestQuote(ctx.db, { merchant, receiptId, symbol: asset.symbol }),
    getDue(ctx, receipt),
  ])
  if (!quote || quote.expiresAt <= ctx.now()) return null
  // A payment or a new bill may have changed the amount due since.
  const price = { asset, bill: receipt, usdPerUnit: quote.usdPerUnit }
  return quote.units === unitsFor(due, price) ? quote.units : null
}
