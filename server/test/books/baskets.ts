import fc from 'fast-check'
import { expect } from 'vitest'
import type { Principal } from '../../src/auth/caller.js'
import { seedItems } from '../../src/features/inventory/seed-items.js'
import { createTerminalReceipt } from '../../src/features/orders/terminal/create-terminal-receipt.js'
import { settleAgain } from '../../src/features/payments/receipts-to-settle.js'
import { createReceipt } from '../../src/features/receipts/create/create-receipt.js'
import { getReceipt } from '../../src/features/receipts/read/get-receipt.js'
import type { Receipt, ReceiptLine } from '../../src/features/receipts/receipt.js'
import { listRefunds } from '../../src/features/refunds/record/refund-store.js'
import type { Address } from '../../src/lib/hex.js'
import { sumCents } from '../../src/lib/money.js'
import type { Context } from '../../src/platform/context.js'

/** The lines of a receipt. A merchant without a split sells the amount alone. */
export type ModelBasket = {
  amountCents: number
  /** How much of each item of the shop, in thousandths. */
  quantities: readonly number[]
  currency: 'USD' | 'EUR'
  taxRate: number
  discountCents: number
  tipCents: number
}

/** The part of a line to refund, by its place among the lines that can be refunded. */
export type ModelPart = { place: number; qty: number | null }

/** Taxed and exempt, with and without tax in the price, in both currencies. */
const items = [
  { sku: 'A', name: 'Taxed', priceUsd: 1.01 },
  { sku: 'B', name: 'Exempt', priceUsd: 3.33, taxable: false },
  { sku: 'C', name: 'With tax', price: 0.99, currency: 'EUR', priceIncludesTax: true },
] as const

const orNothing = (max: number) => fc.oneof(fc.constant(0), fc.integer({ min: 1, max }))
const quantity = fc.constantFrom(0, 0, 1_000, 2_500, 3_000, 7_000)

export const modelBaskets: fc.Arbitrary<ModelBasket> = fc.record({
  amountCents: fc.integer({ min: 1, max: 3_000 }),
  quantities: fc.oneof(
    fc.constant([]),
    fc.array(quantity, { minLength: items.length, maxLength: items.length }),
  ),
  currency: fc.constantFrom('USD', 'USD', 'EUR'),
  taxRate: fc.constantFrom(0, 0.095, 0.2),
  discountCents: orNothing(1_500),
  tipCents: orNothing(500),
})

export const modelParts: fc.Arbitrary<ModelPart> = fc.record({
  place: fc.nat(4),
  qty: fc.constantFrom(null, null, 1, 0.5, 2.333),
})

/** Creates the receipts of a merchant. */
export async function sellBaskets(
  ctx: Context,
  { by, baskets, hasSplit }: { by: Principal; baskets: readonly ModelBasket[]; hasSplit: boolean },
): Promise<Receipt[]> {
  if (hasSplit) await seedItems(ctx, { merchant: by.merchant, items: [...items] })
  const receipts: Receipt[] = []
  for (const [index, basket] of baskets.entries()) {
    const id = `r-${index}`
    const { receipt } = hasSplit
      ? await createTerminalReceipt(ctx, { by, id, body: toBody(basket) })
      : await createReceipt(ctx, { by, body: toPlainBody(id, basket), settleAgain })
    receipts.push(receipt)
  }
  return receipts
}

function toBody(basket: ModelBasket) {
  const { amountCents, quantities, currency, taxRate, discountCents, tipCents } = basket
  const ordered = quantities.flatMap((qty, place) =>
    qty === 0 ? [] : [{ sku: items[place]?.sku, qty: qty / 1_000 }],
  )
  return {
    amount: amountCents / 100,
    items: ordered,
    currency,
    taxRate,
    // Something must remain to be paid.
    discount: Math.min(discountCents, amountCents - 1) / 100,
    tip: tipCents / 100,
  }
}

function toPlainBody(id: string, { amountCents }: ModelBasket) {
  const totalUsd = amountCents / 100
  return { id, totalUsd, lineItems: [{ label: 'A', priceUsd: totalUsd }] }
}

/** Returns the items of a refund request. */
export function toRefundItems({ lines }: Pick<Receipt, 'lines'>, parts: readonly ModelPart[]) {
  const sold = lines.flatMap(({ lineId }) => lineId ?? [])
  return parts.map(({ place, qty }) => ({
    lineId: sold[place % sold.length],
    ...(qty !== null && { qty }),
  }))
}

/**
 * Checks that the shares of all lines sum to the total, and that no line is refunded beyond what
 * was sold of it.
 */
export async function checkRefunds(
  ctx: Context,
  { merchant, receiptId }: { merchant: Address; receiptId: string },
): Promise<void> {
  const receipt = await getReceipt(ctx, { merchant, id: receiptId })
  const sold = receipt.lines.filter(({ lineId }) => lineId !== null)
  expect(sumCents(sold.map(shareOf)), 'the lines sum to the total').toBe(receipt.totalUsdCents)
  const refunds = (await listRefunds(ctx.db, { merchant, receiptId })).filter(
    ({ isCredit }) => !isCredit,
  )
  const refunded = sumCents(refunds.map(({ usdCents }) => usdCents))
  expect(refunded, 'refunds of the receipt').toBe(receipt.refundedUsdCents)
  expect(refunded, 'refunds of the receipt').toBeLessThanOrEqual(receipt.totalUsdCents)
  const parts = refunds.flatMap(({ lines }) => lines ?? [])
  expect(sumCents(parts.map(({ usdCents }) => usdCents)), 'parts of refunds').toBe(refunded)
  for (const line of sold) {
    const ownRefundLines = parts.filter(({ lineId }) => lineId === line.lineId)
    const name = `refunds of line ${line.lineId}`
    const { taxCents = 0n, feeCents = 0n } = line.share?.usd ?? {}
    expect(sumCents(ownRefundLines.map((part) => part.usdCents)), name).toBeLessThanOrEqual(
      shareOf(line),
    )
    expect(
      sumCents(ownRefundLines.map((part) => part.taxCents)),
      `${name}: tax`,
    ).toBeLessThanOrEqual(taxCents)
    expect(
      sumCents(ownRefundLines.map((part) => part.feeCents)),
      `${name}: fee`,
    ).toBeLessThanOrEqual(feeCents)
    for (const { usdCents } of ownRefundLines) expect(usdCents, name).toBeGreaterThanOrEqual(0n)
  }
}

/** Returns what a line costs with its share of discount, tax and fee. */
function shareOf({ usdCents, share }: ReceiptLine) {
  if (!share) return usdCents
  const { discountCents, taxCents, feeCents } = share.usd
  return sumCents([usdCents, discountCents, taxCents, feeCents])
}
