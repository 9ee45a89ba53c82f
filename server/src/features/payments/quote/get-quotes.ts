import type { Micros } from '../../../lib/money.js'
import { type Asset, isAccepted, listAssets } from '../../../platform/chain/assets/asset.js'
import type { ValuedPayment } from '../../../platform/chain/assets/value-payments.js'
import { unitsFor } from '../../../platform/chain/assets/value-units.js'
import type { Context } from '../../../platform/context.js'
import type { Receipt } from '../../receipts/receipt.js'
import { getShopConfig } from '../../shop/get-shop-config.js'
import { unitsDue } from '../value/units-due.js'
import type { NativeQuote, PaymentOption } from './quote.js'
import { quoteNative } from './quote-native.js'

/**
 * Returns the payment options for an amount due: one per asset the shop accepts. Stablecoin amounts
 * are exact. Native tokens are quoted, and omitted while they have no rate.
 */
export async function getQuotes(
  ctx: Context,
  input: {
    receipt: Receipt
    dueMicros: Micros
    /** Of the shop; loaded if omitted. */
    acceptedTokens?: readonly string[]
    /** The latest quote in native tokens, or null if there is none; loaded if omitted. */
    lastQuote?: NativeQuote | null
    /** The payments that the receipt holds already. */
    payments?: readonly ValuedPayment[]
  },
): Promise<PaymentOption[]> {
  const { receipt, dueMicros, lastQuote, payments = [] } = input
  if (dueMicros <= 0n) return []

  const accepted = input.acceptedTokens ?? (await findAccepted(ctx, receipt))
  const assets = listAssets(ctx.config.chainId).filter((asset) =>
    isAccepted(asset, receipt, accepted),
  )
  const options = await Promise.all(
    assets.map((asset) => findOption(ctx, { receipt, asset, dueMicros, lastQuote, payments })),
  )
  return options.filter((option) => option !== null)
}

async function findAccepted(ctx: Context, { merchant }: Receipt): Promise<readonly string[]> {
  const { payments } = await getShopConfig(ctx, merchant)
  return payments.acceptedTokens
}

async function findOption(
  ctx: Context,
  input: {
    receipt: Receipt
    asset: Asset
    dueMicros: Micros
    lastQuote: NativeQuote | null | undefined
    payments: readonly ValuedPayment[]
  },
): Promise<PaymentOption | null> {
  const { receipt, asset, dueMicros, lastQuote, payments } = input
  const { symbol, token, decimals } = asset
  const price = { asset, bill: receipt }
  if (symbol !== 'ETH') {
    const { chainId } = ctx.config
    const units = unitsDue(dueMicros, { asset: { ...asset, chainId }, bill: receipt, payments })
    return { symbol, token, decimals, units, expiresAt: null }
  }

  const native = { ...asset, symbol }
  const quote = await quoteNative(ctx, { receipt, asset: native, dueMicros, lastQuote })
  if (!quote) return null
  const { usdPerUnit, expiresAt } = quote
  const units = unitsFor(dueMicros, { ...price, usdPerUnit })
  return { symbol, token: null, decimals, units, expiresAt }
}
