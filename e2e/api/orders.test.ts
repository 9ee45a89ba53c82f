import { describe, expect, test } from 'vitest'
import {
  errorOf,
  type Line,
  makeItem,
  placeOrder,
  type Receipt,
  unique,
  useService,
} from '../helpers/client.js'

const service = useService()

const order = (body: object) => service.program<{ receipt: Receipt }>('POST /api/orders', { body })
const refuse = (body: object) => service.program('POST /api/orders', { body })
const get = async (id: string) => (await service.program<Receipt>(`GET /api/receipts/${id}`)).body
const amountsOf = (lines: Line[]) => lines.map(({ label, priceUsd }) => [label, priceUsd])

describe('POST /api/orders', () => {
  test('behavior: returns {ok, receipt} with lines, tax, fee and reference', async () => {
    const { id, sku } = await makeItem(service.program)
    const transactionId = unique('order')
    const { status, body } = await order({
      items: [{ id, qty: 1 }],
      taxRate: 0.095,
      transactionId,
      metadata: { table: 7 },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ ok: true })
    expect(body.receipt).toMatchObject({
      receiptId: expect.stringMatching(/^rcpt_/),
      totalUsd: 110.05,
      currency: 'USD',
      createdAt: expect.any(Number),
      brandName: 'Notch & Bean',
      status: 'generated',
      jurisdictionCode: null,
      taxRate: 0.095,
      taxComponents: [],
      transactionId,
      metadata: { table: 7 },
    })
    expect(body.receipt.lineItems).toEqual([
      { label: 'Kettle', priceUsd: 100, qty: 1, itemId: id, sku, lineId: 'l1' },
      { label: 'Tax', priceUsd: 9.5 },
      { label: 'Processing Fee', priceUsd: 0.55 },
    ])
    expect(body.receipt['paymentUrl']).toContain(`/portal/${body.receipt.receiptId}?recipient=0x`)
    // Only GET returns the timeline.
    const { timeline: _timeline, ...receipt } = body.receipt
    expect(await get(receipt.receiptId)).toMatchObject(receipt)
  })

  test('behavior: charges the total fee of 2% on items and tax', async () => {
    const { send, program } = await service.newSeller()
    const setFee = (addOnFeePct: number) =>
      send('POST /api/pricing/config', { body: { addOnFeePct } })
    await setFee(1.5)
    const receipt = await placeOrder(program, { taxRate: 0.095 })
    expect(amountsOf(receipt.lineItems).slice(1)).toEqual([
      ['Tax', 9.5],
      ['Processing Fee', 2.19],
    ])
    expect(receipt.totalUsd).toBe(111.69)
    await setFee(0)
    expect((await placeOrder(program, { taxRate: 0.095 })).totalUsd).toBe(110.05)
  })

  test('behavior: taxes only taxable items', async () => {
    const exempt = await makeItem(service.program, { name: 'Stamps', taxable: false })
    const taxed = await makeItem(service.program, { name: 'Pen', priceUsd: 10 })
    const items = [exempt, taxed].map(({ id }) => ({ id, qty: 2 }))
    const { receipt } = (await order({ items, taxRate: 0.1 })).body
    expect(amountsOf(receipt.lineItems)).toEqual([
      ['Stamps', 200],
      ['Pen', 20],
      ['Tax', 2],
      ['Processing Fee', 1.11],
    ])
    expect(receipt.totalUsd).toBe(223.11)
  })

  test('behavior: taxes by jurisdiction, or by some of its components', async () => {
    const all = await placeOrder(service.program, { jurisdictionCode: 'US-CA' })
    expect(all).toMatchObject({ jurisdictionCode: 'US-CA', taxRate: 0.0725, totalUsd: 107.79 })
    expect(all['taxComponents']).toEqual(['State', 'County'])
    const terms = { jurisdictionCode: 'US-CA', taxComponents: ['state'] }
    const order = await placeOrder(service.program, terms)
    expect(order).toMatchObject({ taxRate: 0.06, taxComponents: ['State'], totalUsd: 106.53 })
  })

  test('behavior: taxRate overrides the rate of the jurisdiction', async () => {
    const terms = { jurisdictionCode: 'US-CA', taxRate: 0.2 }
    const receipt = await placeOrder(service.program, terms)
    expect(receipt).toMatchObject({ taxRate: 0.2, taxComponents: [], totalUsd: 120.6 })
  })

  test('behavior: an order without tax has a tax line of 0', async () => {
    const { lineItems, totalUsd } = await placeOrder(service.program)
    expect(lineItems.slice(1)).toEqual([
      { label: 'Tax', priceUsd: 0 },
      { label: 'Processing Fee', priceUsd: 0.5 },
    ])
    expect(totalUsd).toBe(100.5)
  })

  test('behavior: finds an item by sku when id is absent', async () => {
    const { id, sku } = await makeItem(service.program)
    const { receipt } = (await order({ items: [{ sku, qty: 1.5 }] })).body
    expect(receipt.lineItems[0]).toMatchObject({ itemId: id, sku, qty: 1.5, priceUsd: 150 })
  })

  test('behavior: thumb contains the image of the item as a data URI', async () => {
    const image =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const { id } = await makeItem(service.program, { images: [image] })
    const { receipt } = (await order({ items: [{ id, qty: 1 }] })).body
    const { thumb = '', picture } = receipt.lineItems[0] ?? {}
    expect(thumb).toMatch(/^data:image\/webp;base64,/)
    expect(thumb.length).toBeLessThanOrEqual(1_536)
    const file = await fetch(`${service.demo.baseUrl}/media/${picture}/320.webp`)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/webp'])
  })

  test('behavior: uses the native currency of the item and returns totals in both currencies', async () => {
    const { id } = await makeItem(service.program, { priceUsd: null, price: 50, currency: 'EUR' })
    const { receipt } = (await order({ items: [{ id, qty: 2 }], taxRate: 0.095 })).body
    expect(receipt).toMatchObject({
      currency: 'EUR',
      total: 110.05,
      totalUsd: 118.85,
      lineItems: [
        { amount: 100, priceUsd: 108, qty: 2 },
        { label: 'Tax', amount: 9.5, priceUsd: 10.26 },
        { label: 'Processing Fee', amount: 0.55, priceUsd: 0.59 },
      ],
      pricing: {
        version: 1,
        currency: 'EUR',
        usdPerUnit: 1.08,
        originalTotal: 110.05,
        quotedAt: expect.any(Number),
        provider: expect.any(String),
        originalLineItems: [{ amount: 100 }, { amount: 9.5 }, { amount: 0.55 }],
      },
    })
  })

  test('behavior: currency is case-insensitive and overrides the currency of the item', async () => {
    const { id } = await makeItem(service.program, { priceUsd: 108 })
    const items = [{ id, qty: 1 }]
    expect((await order({ items, currency: 'eur' })).body.receipt).toMatchObject({
      currency: 'EUR',
      total: 100.5,
      totalUsd: 108.54,
    })
    const { receipt } = (await order({ items, currency: 'Usd' })).body
    expect(receipt).toMatchObject({ currency: 'USD', total: 108.54, totalUsd: 108.54 })
    expect(receipt['pricing']).toMatchObject({ usdPerUnit: 1, provider: 'identity' })
  })

  test('behavior: an order of legacy items without currency has no native total', async () => {
    const receipt = await placeOrder(service.program)
    expect(receipt).not.toHaveProperty('total')
    expect(receipt).not.toHaveProperty('pricing')
  })

  test('behavior: an order reserves stock, and a failed receipt releases it', async () => {
    const { id } = await makeItem(service.program, { stockQty: 3 })
    const { receipt } = (await order({ items: [{ id, qty: 2 }] })).body
    const short = await refuse({ items: [{ id, qty: 2 }] })
    expect(errorOf(short)).toBe('400 insufficient_stock')
    expect(short.body['available']).toBe(1)
    const failed = { receiptId: receipt.receiptId, status: 'failed' }
    await service.owner('POST /api/receipts/status', { body: failed })
    expect((await order({ items: [{ id, qty: 3 }] })).status).toBe(200)
  })

  test('behavior: accepts exactly 3 of 40 concurrent orders for the last 3 pieces', async () => {
    const { id } = await makeItem(service.program, { stockQty: 3 })
    const body = { items: [{ id, qty: 1 }] }
    const responses = await Promise.all(Array.from({ length: 40 }, () => refuse(body)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3)
    const others = responses.filter(({ status }) => status !== 200).map(errorOf)
    expect(new Set(others)).toEqual(new Set(['400 insufficient_stock']))
  })

  test('behavior: requests with the same Idempotency-Key place one order', async () => {
    const { id } = await makeItem(service.program)
    const headers = { 'idempotency-key': unique('key') }
    const send = (qty: number) =>
      service.program('POST /api/orders', { body: { items: [{ id, qty }] }, headers })
    expect((await send(1)).body).toEqual((await send(1)).body)
    expect(errorOf(await send(2))).toBe('409 idempotency_conflict')
  })

  test.each([{}, { items: [] }, { items: null }])(
    'error: returns 400 items_required for %o',
    async (body) => {
      expect(errorOf(await refuse(body))).toBe('400 items_required')
    },
  )

  test('error: returns 400 inventory_item_not_found, for an unknown id even with a known sku', async () => {
    const { sku } = await makeItem(service.program)
    const id = unique('itm')
    const byId = await refuse({ items: [{ id, sku, qty: 1 }] })
    expect(errorOf(byId)).toBe('400 inventory_item_not_found')
    expect(byId.body['item']).toBe(id)
    const bySku = await refuse({ items: [{ sku: unique('none'), qty: 1 }] })
    expect(errorOf(bySku)).toBe('400 inventory_item_not_found')
    const foreign = { body: { items: [{ sku, qty: 1 }] } }
    const other = await service.otherProgram('POST /api/orders', foreign)
    expect(errorOf(other)).toBe('400 inventory_item_not_found')
  })

  test.each([
    { items: 'all' },
    { items: [{ qty: 1 }] },
    { currency: 'GBP' },
    { jurisdictionCode: 'XX-NOWHERE' },
    { jurisdictionCode: 'US-CA', taxComponents: ['moon'] },
    { redirect_url: 'not an address' },
    { returnUrl: 'javascript:alert(1)' },
    { metadata: ['a list'] },
    { billingAddressCountry: 'Peru' },
  ])('error: returns 400 invalid_input for %j', async (fields) => {
    const { id } = await makeItem(service.program)
    const response = await refuse({ items: [{ id, qty: 1 }], ...fields })
    expect(errorOf(response)).toBe('400 invalid_input')
  })

  test('error: returns 400 invalid_input for more than 16 KiB of metadata', async () => {
    const { id } = await makeItem(service.program)
    const metadata = { text: 'x'.repeat(16_384) }
    const response = await refuse({ items: [{ id, qty: 1 }], metadata })
    expect(errorOf(response)).toBe('400 invalid_input')
  })

  test('error: returns 400 invalid_input for native prices in several currencies', async () => {
    const euros = await makeItem(service.program, { priceUsd: null, price: 5, currency: 'EUR' })
    const dollars = await makeItem(service.program, { priceUsd: null, price: 5, currency: 'USD' })
    const items = [euros, dollars].map(({ id }) => ({ id, qty: 1 }))
    expect(errorOf(await refuse({ items }))).toBe('400 invalid_input')
  })

  test('error: returns 403 split_required without a split', async () => {
    const { id } = await makeItem(service.otherProgram)
    const body = { items: [{ id, qty: 1 }] }
    const response = await service.otherProgram('POST /api/orders', { body })
    expect(errorOf(response)).toBe('403 split_required')
  })
})

describe('POST /api/orders/quote', () => {
  test('behavior: returns the totals of an order without reserving stock, for shop pages too', async () => {
    const { id, sku } = await makeItem(service.program, { stockQty: 1 })
    const body = { items: [{ id, qty: 1 }], jurisdictionCode: 'US-CA' }
    const ownResponse = await service.program<{ quote: object }>('POST /api/orders/quote', { body })
    expect(ownResponse.body.quote).toMatchObject({
      currency: 'USD',
      totalUsd: 107.79,
      taxRate: 0.0725,
      taxComponents: ['State', 'County'],
      lineItems: [{ priceUsd: 100 }, { label: 'Tax', priceUsd: 7.25 }, { priceUsd: 0.54 }],
      taxBreakdown: [
        { code: 'state', name: 'State', rate: 0.06, amount: 6 },
        { code: 'county', name: 'County', rate: 0.0125, amount: 1.25 },
      ],
      expiresAt: expect.any(Number),
    })
    const shop = `POST /api/directory/shops/${service.demo.shopSlug}`
    const request = { body: { items: [{ sku, qty: 1 }] } }
    const response = await service.anyone(`${shop}/quote`, request)
    expect(response.body['quote']).toMatchObject({ totalUsd: 100.5 })
    const placedResponse = await service.anyone<{ receipt: Receipt }>(`${shop}/orders`, request)
    expect(placedResponse.body.receipt).toMatchObject({ status: 'generated', totalUsd: 100.5 })
  })
})
