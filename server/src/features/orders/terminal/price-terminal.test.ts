import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const url = '/api/receipts/terminal'
const tea = { sku: 'T', name: 'Tea', priceUsd: 4, stockQty: 5 }
const gift = { sku: 'G', name: 'Gift card', priceUsd: 6, taxable: false }

async function made(seller: Seller, payload: object) {
  const response = await seller.act(url, payload)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().receipt
}

async function refusal(seller: Seller, payload: object) {
  const response = await seller.act(url, payload)
  return [response.statusCode, response.json().error]
}

const linesOf = (receipt: { lineItems: { label: string; priceUsd: number }[] }) =>
  receipt.lineItems.map(({ label, priceUsd }) => [label, priceUsd])

describe('items, discounts and tips at the point of sale', () => {
  test('default: sells items and an amount, less a discount, plus a tip', async () => {
    const seller = await aSeller(app, { items: [tea, gift] })
    const receipt = await made(seller, {
      items: [
        { sku: 'T', qty: 2 },
        { sku: 'G', qty: 1 },
      ],
      amountUsd: 6,
      label: 'Repair',
      taxRate: 0.1,
      discountUsd: 2,
      tipUsd: 3,
    })
    // The discount takes 0.80, 0.60 and 0.60 off. Tax: 10 % of 7.20 and 5.40. Fee: 0.5 % of 19.26.
    expect(linesOf(receipt)).toEqual([
      ['Tea', 8],
      ['Gift card', 6],
      ['Repair', 6],
      ['Discount', -2],
      ['Tip', 3],
      ['Tax', 1.26],
      ['Processing Fee', 0.1],
    ])
    expect(receipt.totalUsd).toBe(22.36)
    const stored = (await seller.get(`/api/receipts/${receipt.receiptId}`)).json()
    expect(stored.lineItems).toEqual(receipt.lineItems)
    const { items } = (await seller.get('/api/inventory?q=T')).json()
    expect(items).toContainEqual(expect.objectContaining({ sku: 'T', reservedQty: 2 }))
  })

  test('behavior: needs no amount with items, and uses their currency', async () => {
    const euros = { sku: 'E', name: 'Brot', price: 5, currency: 'EUR' }
    const seller = await aSeller(app, { items: [euros] })
    const sold = { items: [{ sku: 'E', qty: 1 }] }
    // A dollar is 1 / 1.08 euros.
    expect(await made(seller, { ...sold, discountUsd: 1.08, tip: 0.5 })).toMatchObject({
      currency: 'EUR',
      total: 4.52,
      lineItems: [
        { label: 'Brot', amount: 5, qty: 1, sku: 'E' },
        { label: 'Discount', amount: -1 },
        { label: 'Tip', amount: 0.5 },
        { label: 'Tax', amount: 0 },
        { label: 'Processing Fee', amount: 0.02 },
      ],
    })
    expect(await made(seller, { ...sold, amount: 1 })).toMatchObject({ currency: 'USD' })
  })

  test('behavior: a discount never exceeds the subtotal', async () => {
    const seller = await aSeller(app)
    const receipt = await made(seller, { amountUsd: 5, discount: 9, tip: 1, taxRate: 0.1 })
    expect(linesOf(receipt)).toEqual([
      ['Payment', 5],
      ['Discount', -5],
      ['Tip', 1],
      ['Tax', 0],
      ['Processing Fee', 0],
    ])
    expect(await refusal(seller, { amountUsd: 5, discount: 9 })).toEqual([400, 'invalid_amount'])
  })

  test('behavior: shows a discount without the tax that prices include', async () => {
    const seller = await aSeller(app, { config: { tax: { priceIncludesTax: true } } })
    const receipt = await made(seller, { amountUsd: 11.9, discount: 1.19, taxRate: 0.19 })
    expect(linesOf(receipt)).toEqual([
      ['Payment', 10],
      ['Discount', -1],
      ['Tax', 1.71],
      ['Processing Fee', 0.05],
    ])
  })

  test('behavior: a discount and a tip of zero have no lines', async () => {
    const receipt = await made(await aSeller(app), { amountUsd: 1, discount: 0, tipUsd: 0 })
    expect(receipt.lineItems).toHaveLength(3)
  })

  test('behavior: keeps the webhook address', async () => {
    const webhook_url = 'https://shop.example.com/hooks'
    const receipt = await made(await aSeller(app), { amountUsd: 1, webhook_url })
    expect(receipt.webhookUrl).toBe(webhook_url)
  })

  test.each([
    ['two discounts', { amountUsd: 1, discount: 1, discountUsd: 1 }, 'invalid_amount'],
    ['a negative tip', { amountUsd: 1, tip: -1 }, 'invalid_amount'],
    ['a tip in quotes', { amountUsd: 1, tip: '1' }, 'invalid_amount'],
    ['an unknown item', { items: [{ sku: 'X', qty: 1 }] }, 'inventory_item_not_found'],
    ['items without a quantity', { items: [{ sku: 'T' }] }, 'invalid_input'],
    ['more than is in stock', { items: [{ sku: 'T', qty: 6 }] }, 'insufficient_stock'],
    ['an invalid webhook address', { amountUsd: 1, webhook_url: 'x' }, 'invalid_input'],
  ])('error: %s', async (_name, payload, error) => {
    const seller = await aSeller(app, { items: [tea] })
    expect(await refusal(seller, payload)).toEqual([400, error])
    expect((await seller.get('/api/receipts')).json().receipts).toEqual([])
  })
})
