import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addAmount,
  addItem,
  addTyped,
  countAll,
  extrasOf,
  goodsOf,
  newCart,
  setQty,
  toSaleBody,
} from './cart.js'

const cart = () => newCart('USD', 'key')
const tea = { id: 'item_1', sku: 'TEA', label: 'Tea', cents: 425 }

describe('a cart', () => {
  test('default: an item counts up on its line, and zero removes it', () => {
    const two = addItem(addItem(cart(), tea), tea)
    expect(two.lines).toEqual([{ kind: 'item', ...tea, qty: 2 }])
    expect(goodsOf(two)).toBe(850)
    expect(setQty(two, 0, 0).lines).toEqual([])
  })

  test('behavior: the typed amount counts before it is added', () => {
    const typed = { ...addItem(cart(), tea), typedCents: 1_250 }
    expect([goodsOf(typed), countAll(typed)]).toEqual([1_675, 2])
    const body = toSaleBody(typed, { goodsCents: 1_675, typedLabel: 'Amount' })
    expect(body).toEqual({
      currency: 'USD',
      items: [{ id: 'item_1', qty: 1 }],
      amounts: [{ label: 'Amount', amount: 12.5 }],
    })
    expect(goodsOf(addTyped(typed, 'Amount'))).toBe(1_675)
  })

  test('behavior: the price of an item in another currency is known to the service only', () => {
    expect(goodsOf(addItem(cart(), { ...tea, cents: null }))).toBeNull()
  })

  test('behavior: whole cents, a discount of at most the goods, a tip on the rest', () => {
    const cents = fc.integer({ min: 1, max: 10_000_000 })
    const percent = fc.integer({ min: 1, max: 10_000 }).map((points) => points / 100)
    fc.assert(
      fc.property(cents, percent, percent, cents, (goods, discount, tip, off) => {
        for (const given of [{ percent: discount }, { cents: off }]) {
          const { discountCents, tipCents } = extrasOf(
            { discount: given, tip: { percent: tip } },
            goods,
          )
          expect(Number.isInteger(discountCents) && Number.isInteger(tipCents)).toBe(true)
          expect(discountCents).toBeLessThanOrEqual(goods)
          const exact = ((goods - discountCents) * tip) / 100
          expect(Math.abs(tipCents - exact)).toBeLessThanOrEqual(0.5 + 1e-6)
        }
      }),
    )
  })

  test('behavior: the body has the exact sum of the goods', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 99_999_999 }), { minLength: 1 }), (all) => {
        const sold = all.reduce((sum, cents) => addAmount(sum, { label: 'A', cents }), cart())
        const { amounts = [] } = toSaleBody(sold, { goodsCents: 0, typedLabel: 'A' })
        const sum = amounts.reduce((total, { amount }) => total + Math.round(amount * 100), 0)
        expect(sum).toBe(goodsOf(sold))
      }),
    )
  })
})
