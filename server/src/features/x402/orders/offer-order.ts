import { AppError, invalidInput } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import {
  baseUnits,
  baseUnitsToDecimal,
  type Cents,
  centsToDecimal,
  sumCents,
} from '../../../lib/money.js'
import { SECOND_MS, unixMs } from '../../../lib/time.js'
import { isAccepted } from '../../../platform/chain/assets/asset.js'
import { depositOf } from '../../../platform/chain/deposit-address.js'
import type { Context } from '../../../platform/context.js'
import { withoutThumbs } from '../../media/load-thumbs.js'
import type { PricedOrder } from '../../orders/price/price-order.js'
import { placeOrder } from '../../orders/sell/place-order.js'
import { describeLine } from '../../receipts/read/describe-receipt.js'
import type { Bill, LineKind, Receipt } from '../../receipts/receipt.js'
import { maxTimeoutSeconds, type Offer, paymentToken, unitsPerCent } from '../terms.js'
import { type QuotedItems, quotedReceipts, toQuoteRow } from './quote-store.js'
import { bodyOf, fingerprintOf, type WantedOrder } from './read-order.js'

/** The bounds of an order's price, in base units of USDC. */
export const orderBounds = { min: 100_000n, max: 100_000_000_000n }
const maxLabelLength = 40

/**
 * Places an order at its current price, with a soft hold, and stores the quote that a payment to
 * its deposit address pays. An unpaid request costs nothing, so the order is stored without its
 * lines; `restoreOrder` adds them when a payment arrives.
 *
 * @throws {AppError} everything that `placeOrder` throws, and `invalid_amount`.
 */
export async function offerOrder(
  ctx: Context,
  input: { merchant: Address; order: WantedOrder; network: string },
): Promise<Offer> {
  const { merchant, order, network } = input
  const now = ctx.now()
  const latest = now + maxTimeoutSeconds * SECOND_MS
  const expiryOf = ({ expiresAt }: Receipt) => unixMs(Math.min(latest, expiresAt ?? latest))
  const fingerprint = fingerprintOf(order)
  const { receipt } = await placeOrder(ctx, {
    merchant,
    id: ctx.newId('rcpt'),
    by: 'x402',
    keyId: null,
    network,
    body: bodyOf(order),
    checkOrder: requirePayable,
    storesSummary: true,
    attachment: {
      batch: quotedReceipts,
      rowOf: (quoted) =>
        toQuoteRow({
          units: unitsOf(quoted),
          fingerprint,
          createdAt: now,
          expiresAt: expiryOf(quoted),
          ordered: describeItems(quoted, order),
        }),
    },
  })
  const { chainId } = ctx.config
  const { address: payTo } = depositOf(ctx.config, receipt)
  const expiresAt = expiryOf(receipt)
  const units = unitsOf(receipt)
  return {
    chainId,
    token: paymentToken(chainId),
    payTo,
    units,
    expiresAt,
    description: `Order at ${order.shopSlug}`,
    summary: {
      quoteId: receipt.id,
      expiresAt,
      totalUsd: centsToDecimal(receipt.totalUsdCents),
      lines: receipt.lines.map(shorten),
    },
    quote: describeOrderQuote(receipt, expiresAt),
  }
}

/**
 * Requires that an order can be paid in USDC, and that its price is within the bounds.
 *
 * @throws {AppError} `invalid_input`, `invalid_amount`.
 */
export function requirePayable({ bill, shop }: Pick<PricedOrder, 'bill' | 'shop'>): void {
  if (!isAccepted({ symbol: 'USDC' }, bill, shop.payments.acceptedTokens)) {
    throw invalidInput('This shop does not accept USDC.')
  }
  const units = unitsOf(bill)
  if (units >= orderBounds.min && units <= orderBounds.max) return
  const [min, max] = [orderBounds.min, orderBounds.max].map((bound) =>
    baseUnitsToDecimal(baseUnits(bound), 6),
  )
  throw new AppError(
    'invalid_amount',
    `The total must be from ${min} to ${max} USDC. This order costs ${baseUnitsToDecimal(units, 6)} USDC.`,
  )
}

/** An unpaid request costs nothing, so it stores a few hundred bytes of its items at most. */
const maxItemBytes = 512

function describeItems({ lines }: Receipt, { jurisdictionCode }: WantedOrder): QuotedItems | null {
  const items = lines.flatMap(({ itemId, qty }) =>
    itemId === null ? [] : [[itemId, qty ?? 1] as const],
  )
  return JSON.stringify(items).length > maxItemBytes ? null : { items, jurisdictionCode }
}

function unitsOf({ totalUsdCents }: Pick<Bill, 'totalUsdCents'>) {
  return baseUnits(totalUsdCents * unitsPerCent)
}

function shorten(line: Receipt['lines'][number]) {
  const { label, priceUsd } = describeLine(line, withoutThumbs)
  return { label: label.slice(0, maxLabelLength), usd: priceUsd }
}

/** Returns the itemized price. The lines sum to the total. */
function describeOrderQuote(receipt: Receipt, expiresAt: number): Record<string, unknown> {
  return {
    receiptId: receipt.id,
    currency: receipt.currency,
    lineItems: receipt.lines.map((line) => describeLine(line, withoutThumbs)),
    taxUsd: centsToDecimal(sumOf(receipt, 'tax')),
    processingFeeUsd: centsToDecimal(sumOf(receipt, 'fee')),
    totalUsd: centsToDecimal(receipt.totalUsdCents),
    expiresAt,
  }
}

function sumOf({ lines }: Receipt, kind: LineKind): Cents {
  return sumCents(lines.filter((line) => line.kind === kind).map(({ usdCents }) => usdCents))
}
