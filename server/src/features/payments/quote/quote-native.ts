import type { Micros, Ppm } from '../../../lib/money.js'
import { DAY_MS, MINUTE_MS, type UnixMs, unixMs } from '../../../lib/time.js'
import type { Asset } from '../../../platform/chain/assets/asset.js'
import { unitsFor } from '../../../platform/chain/assets/value-units.js'
import { depositOf } from '../../../platform/chain/deposit-address.js'
import { watchDeposit } from '../../../platform/chain/deposits/deposit-store.js'
import { extendBalanceWatch } from '../../../platform/chain/deposits/native-store.js'
import type { Context, TxContext } from '../../../platform/context.js'
import { findRate } from '../../rates/find-rate.js'
import type { Receipt } from '../../receipts/receipt.js'
import type { NativeQuote } from './quote.js'
import { findNewestQuote, findQuoteAt, insertQuote } from './store.js'

const validForMs = 15 * MINUTE_MS
/** With less time left a buyer cannot open a wallet and pay. */
const minLeftMs = MINUTE_MS
/** Native transfers emit no log, so the balance is watched while a buyer may still send. */
const watchedForMs = DAY_MS

/** Returns the latest quote if it fits the amount due, else a new one, or null without a rate. */
export async function quoteNative(
  ctx: Context,
  input: {
    receipt: Receipt
    asset: Asset & { symbol: 'ETH' }
    dueMicros: Micros
    /** The latest quote, or null if there is none; loaded if omitted. */
    lastQuote?: NativeQuote | null | undefined
  },
): Promise<NativeQuote | null> {
  const { receipt, asset, dueMicros, lastQuote } = input
  const quoted = { merchant: receipt.merchant, receiptId: receipt.id, symbol: asset.symbol }
  const price = { asset, bill: receipt }
  const now = ctx.now()

  const last = lastQuote === undefined ? await findNewestQuote(ctx.db, quoted) : lastQuote
  const hasTime = last !== null && last.expiresAt - now >= minLeftMs
  if (hasTime && last.units === unitsFor(dueMicros, { ...price, usdPerUnit: last.usdPerUnit }))
    return last

  const rate = await findRate(ctx, asset.symbol)
  if (rate.kind === 'unavailable') return null
  const { usdPerUnit, provider } = rate
  const units = unitsFor(dueMicros, { ...price, usdPerUnit })
  const expiresAt = unixMs(now + validForMs)
  const quote = { ...quoted, quotedAt: now, usdPerUnit, provider, units, expiresAt }

  const isNew = await ctx.db.transaction(async (tx) => {
    const deposit = depositOf(ctx.config, receipt)
    await watchDeposit({ ...ctx, db: tx }, { receipt, deposit })
    await extendBalanceWatch(tx, { deposit, until: unixMs(expiresAt + watchedForMs) })
    return insertQuote(tx, quote)
  })
  // Another request may have stored a quote at the same moment; the stored one applies.
  return isNew ? quote : findNewestQuote(ctx.db, quoted)
}

/** Returns an asset's price for a receipt: for native token its quote in force, else the rate. */
export async function findPriceAt(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  {
    symbol,
    receipt,
    at,
  }: { symbol: Asset['symbol']; receipt: Pick<Receipt, 'merchant' | 'id'>; at: UnixMs },
): Promise<Ppm | null> {
  const { merchant, id: receiptId } = receipt
  const quote =
    symbol === 'ETH' ? await findQuoteAt(ctx.db, { merchant, receiptId, symbol, at }) : null
  if (quote) return quote.usdPerUnit
  const rate = await findRate(ctx, symbol)
  return rate.kind === 'rate' ? rate.usdPerUnit : null
}
