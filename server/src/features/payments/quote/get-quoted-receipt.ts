import { type BaseUnits, baseUnitsToDecimal, microsFromCents } from '../../../lib/money.js'
import { isExpired } from '../../../lib/receipt-statuses.js'
import type { UnixMs } from '../../../lib/time.js'
import { type Asset, isAccepted, listAssets } from '../../../platform/chain/assets/asset.js'
import { unitsFor } from '../../../platform/chain/assets/value-units.js'
import type { Context } from '../../../platform/context.js'
import { noSuchReceipt } from '../../receipts/read/get-receipt.js'
import {
  awaitsPayment,
  type QuotedReceipt,
  type TokenAmount,
} from '../../receipts/status/describe-status.js'
import type { ReceiptRef } from '../../receipts/wanted-sql.js'
import { toTerms } from '../../shop/terms-sql.js'
import { dueOf } from '../get-due.js'
import { heldPayments } from '../value/held-payments.js'
import { type Quotable, quotableReceipts } from './quotable-store.js'

type QuoteInput = { asset: Asset; now: UnixMs }

/**
 * Returns a receipt, and the amount to pay in the shop's default token while it is quoted. A
 * stablecoin is quoted as long as the receipt, native token as long as its quote; none is made
 * here. The amount is null for a token that cannot pay the receipt.
 *
 * @throws {AppError} `not_found`, even for another merchant's receipt.
 */
export async function getQuotedReceipt(
  ctx: Pick<Context, 'batches' | 'config' | 'now'>,
  ref: ReceiptRef,
): Promise<QuotedReceipt> {
  const quotable = await ctx.batches.run(quotableReceipts, ref)
  if (!quotable) throw noSuchReceipt()
  const { receipt } = quotable
  return { receipt, quoted: awaitsPayment(receipt) ? amountOf(ctx, quotable) : null }
}

function amountOf(
  { config, now }: Pick<Context, 'config' | 'now'>,
  quotable: Quotable,
): TokenAmount | null {
  const { payments } = toTerms(quotable.terms, config)
  const asset = listAssets(config.chainId).find(
    ({ symbol }) => symbol === payments.defaultPaymentToken,
  )
  if (!asset || !isAccepted(asset, quotable.receipt, payments.acceptedTokens)) return null

  const { symbol, decimals } = asset
  const unitsOf = symbol === 'ETH' ? nativeUnitsOf : stableUnitsOf
  const units = unitsOf(quotable, { asset, now: now() })
  if (units === null) return null
  return { currency: symbol, amount: Number(baseUnitsToDecimal(units, decimals)) }
}

function stableUnitsOf({ receipt }: Quotable, { asset, now }: QuoteInput): BaseUnits | null {
  if (isExpired(receipt, now)) return null
  const total = microsFromCents(receipt.totalUsdCents)
  return unitsFor(total, { asset, bill: receipt, usdPerUnit: null })
}

function nativeUnitsOf(quotable: Quotable, { asset, now }: QuoteInput): BaseUnits | null {
  const { receipt, quote, returned, manualCredit } = quotable
  if (!quote || quote.expiresAt <= now) return null
  // A payment or a new bill may have changed the amount due since.
  const payments = heldPayments(quotable.payments, returned)
  const { due } = dueOf(receipt, { payments, manualCredit })
  const price = { asset, bill: receipt, usdPerUnit: quote.usdPerUnit }
  return quote.units === unitsFor(due, price) ? quote.units : null
}
