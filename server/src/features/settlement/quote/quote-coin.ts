import type { Micros } from '../../../lib/money.js'
import { DAY_MS, MINUTE_MS, unixMs } from '../../../lib/time.js'
import { depositOf } from '../../../platform/chain/deposit-address.js'
import type { Context } from '../../../platform/context.js'
import { findRate } from '../../rates/find-rate.js'
import { insertDeposit } from '../../receipts/create/new-receipt-store.js'
import type { Receipt } from '../../receipts/receipt.js'
import type { Asset } from '../asset.js'
import { unitsFor } from '../value-units.js'
import { extendBalanceWatch } from './balance-watch-store.js'
import type { CoinQuote } from './quote.js'
import { findNewestQuote, insertQuote } from './store.js'

const validForMs = 15 * MINUTE_MS
/** Less than that is too little to open a wallet and pay. */
const leastLeftMs = MINUTE_MS
/** Coin leaves no log, so its address is looked at for as long as somebody may still send it. */
const watchedForMs = DAY_MS

/**
 * What a buyer has to be told about a coin: the last quote while it is good for what is due, or else a new one at the
 * rate of now. `null` when there is no rate.
 */
export async function quoteCoin(
  ctx: Context,
  input: { receipt: Receipt; asset: Asset & { symbol: 'ETH' }; dueMicros: Micros },
): Promise<CoinQuote | null> {
  const { receipt, asset, dueMicros } = input
  const quoted = { merchant: receipt.merchant, receiptId: receipt.id, symbol: asset.symbol }
  const price = { asset, bill: receipt }
  const now = ctx.now()

  const last = await findNewestQuote(ctx.db, quoted)
  const hasTime = last !== null && last.expiresAt - now >= leastLeftMs
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
    await insertDeposit(tx, { receipt: { ...receipt, updatedAt: now }, deposit })
    await extendBalanceWatch(tx, { deposit, until: unixMs(expiresAt + watchedForMs) })
    return insertQuote(tx, quote)
  })
  // What counts is what is written down: the rate that somebody else gave in the same moment.
  return isNew ? quote : findNewestQuote(ctx.db, quoted)
}
