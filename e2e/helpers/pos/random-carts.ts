import fc from 'fast-check'
import { expect } from 'vitest'
import { makeItem, type SendRequest } from '../client.js'
import type { Till } from './till.js'

type Line =
  | { kind: 'item'; id: string; sku: string; label: string; qty: number; cents: number | null }
  | { kind: 'amount'; label: string; cents: number }
type Extra = { percent: number } | { cents: number }
type Currency = 'USD' | 'EUR'

type Cart = {
  key: string
  currency: Currency
  lines: Line[]
  typedCents: number
  discount: Extra | null
  tip: Extra | null
}

type Bill = {
  currency: Currency
  goods: { cents: number }[]
  discountCents: number
  tipCents: number
  taxCents: number
  feeCents: number
  totalCents: number
}

/** The parts of the register that calculate. */
type Calculation = {
  goodsOf(cart: Cart): number | null
  extrasOf(cart: Cart, goodsCents: number): { discountCents: number; tipCents: number }
  toSaleBody(cart: Cart, input: { goodsCents: number; typedLabel: string }): object
  readBill(wire: object): Bill
}

/** Loads the source of the register, because the page has no other way to calculate. */
export async function loadCalculation(): Promise<Calculation> {
  const folder = new URL('../../../web/src/pos/sale/', import.meta.url).pathname
  const [cart, quote] = await Promise.all([import(`${folder}cart.ts`), import(`${folder}quote.ts`)])
  return { ...cart, ...quote }
}

/** Adds items with prices in both currencies. */
export async function addPricedItems({ seller }: Till): Promise<Line[]> {
  const prices = [1, 99, 425, 1_850, 12_345]
  const lines: Line[] = []
  for (const [index, cents] of prices.entries()) {
    const item = { sku: `RANDOM-${index}`, name: `Item ${index}`, priceUsd: cents / 100 }
    const { id, sku } = await makeItem(seller.send, item)
    lines.push({ kind: 'item', id, sku, label: item.name, qty: 1, cents })
  }
  return lines
}

/** Carts of items and amounts, with discounts and tips in percent and as amounts. */
export function anyCart(items: readonly Line[]): fc.Arbitrary<Cart> {
  const cents = fc.integer({ min: 1, max: 50_000 })
  const amount = cents.map((value): Line => ({ kind: 'amount', label: 'Amount', cents: value }))
  const item = fc
    .tuple(fc.constantFrom(...items), fc.integer({ min: 1, max: 12 }))
    .map(([line, qty]): Line => (line.kind === 'item' ? { ...line, qty } : line))
  const percent = (max: number) =>
    fc.integer({ min: 1, max }).map((points): Extra => ({ percent: points / 100 }))
  const small = fc.integer({ min: 1, max: 100 }).map((value): Extra => ({ cents: value }))
  const extra = (max: number) => fc.option(fc.oneof(percent(max), small), { nil: null })
  return fc
    .record({
      isEuro: fc.boolean(),
      items: fc.uniqueArray(item, { maxLength: 4, selector: ({ label }) => label }),
      amounts: fc.array(amount, { maxLength: 3 }),
      typedCents: fc.oneof(fc.constant(0), cents),
      discount: extra(5_000),
      tip: extra(3_000),
    })
    .filter(({ items: some, amounts, typedCents }) => some.length + amounts.length + typedCents > 0)
    .map(({ isEuro, items: some, amounts, ...rest }) => ({
      ...rest,
      key: 'key',
      // The price of an item in euros is known to the service only.
      currency: isEuro && some.length === 0 ? 'EUR' : 'USD',
      lines: [...some, ...amounts],
    }))
}

/** Quotes and charges a cart, and compares both with what the register shows. */
export async function compareCart(
  send: SendRequest,
  { cart, calculation }: { cart: Cart; calculation: Calculation },
): Promise<void> {
  const { goodsOf, extrasOf, toSaleBody, readBill } = calculation
  const goodsCents = goodsOf(cart) ?? 0
  const body = toSaleBody(cart, { goodsCents, typedLabel: 'Amount' })
  const quoted = await send<{ quote: object }>('POST /api/receipts/terminal/quote', { body })
  const { discountCents, tipCents } = extrasOf(cart, goodsCents)
  // A sale that is free cannot be paid.
  if (goodsCents === discountCents && tipCents === 0) {
    expect(quoted.status).toBe(400)
    return
  }
  expect([quoted.status, quoted.body]).toMatchObject([200, {}])
  const shown = readBill(quoted.body.quote)
  const goods = shown.goods.reduce((sum, line) => sum + line.cents, 0)
  expect([goods, 0 - shown.discountCents, shown.tipCents]).toEqual([
    goodsCents,
    discountCents,
    tipCents,
  ])
  const { taxCents, feeCents } = shown
  expect(goods - discountCents + tipCents + taxCents + feeCents).toBe(shown.totalCents)
  const charged = await send<{ receipt: object }>('POST /api/receipts/terminal', { body })
  expect(charged.status).toBe(200)
  expect(readBill(charged.body.receipt)).toEqual(shown)
}
