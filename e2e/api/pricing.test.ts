import { describe, expect, test } from 'vitest'
import { errorOf, makeItem, placeOrder, type Receipt, useService } from '../helpers/client.js'

const service = useService()

type Pricing = { config: Record<string, unknown> & { addOnFeePct: number; updatedAt: number } }

describe('GET /api/pricing/config', () => {
  test('behavior: returns fees, currencies, plans and rates', async () => {
    const { status, body } = await service.program<Pricing>('GET /api/pricing/config')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ok: true,
      config: {
        baseFeePct: 0.5,
        addOnFeePct: 0,
        totalFeePct: 0.5,
        subscriptionFeePct: 0.5,
        currencies: ['USD', 'EUR'],
        settlementToken: { symbol: 'USDC', decimals: 6, chainId: expect.any(Number) },
        plans: [
          { key: 'starter', priceUsd: 0 },
          { key: 'pro', priceUsd: 399 },
          { key: 'enterprise', priceUsd: 500 },
        ],
        rates: {
          EUR: {
            usdPerUnit: 1.08,
            quotedAt: expect.any(Number),
            provider: expect.any(String),
          },
        },
        updatedAt: expect.any(Number),
      },
    })
  })

  test('error: returns 401 without a key', async () => {
    expect(errorOf(await service.anyone('GET /api/pricing/config'))).toBe('401 unauthorized')
  })
})

describe('POST /api/pricing/config', () => {
  /** Makes a merchant whose settings a test may change. */
  async function newShop() {
    const { send, program } = await service.newSeller()
    const set = (body: object) => send<Pricing>('POST /api/pricing/config', { body })
    return { program, set }
  }

  const refuse = async (body: object) =>
    errorOf(await service.owner('POST /api/pricing/config', { body }))

  test('behavior: adds the add-on fee to the base fee in the shop config and in orders', async () => {
    const { program, set } = await newShop()
    const { status, body } = await set({ addOnFeePct: 1.5 })
    expect(status).toBe(200)
    expect(body).toMatchObject({ ok: true })
    expect(body.config).toMatchObject({ baseFeePct: 0.5, addOnFeePct: 1.5, totalFeePct: 2 })
    const shop = await program('GET /api/shop/config')
    expect(shop.body['config']).toMatchObject({ fees: { processingFeePct: 1.5 } })
    const order = await placeOrder(program, { taxRate: 0.095 })
    expect(order.lineItems.at(-1)).toEqual({ label: 'Processing Fee', priceUsd: 2.19 })
    expect(order.totalUsd).toBe(111.69)
    await set({ addOnFeePct: 0 })
    const after = await program('GET /api/pricing/config')
    expect(after.body['config']).toMatchObject({ addOnFeePct: 0, totalFeePct: 0.5 })
  })

  test('behavior: a pinned rate applies to orders until it is removed', async () => {
    const { program, set } = await newShop()
    const { id } = await makeItem(program, { priceUsd: null, price: 100, currency: 'EUR' })
    const body = { items: [{ id, qty: 1 }] }
    const order = async () =>
      (await program<{ receipt: Receipt }>('POST /api/orders', { body })).body.receipt
    await set({ ratePins: { EUR: 1.25 } })
    expect(await order()).toMatchObject({ total: 100.5, totalUsd: 125.63 })
    await set({ ratePins: { EUR: null } })
    expect(await order()).toMatchObject({ total: 100.5, totalUsd: 108.54 })
  })

  test.each([
    { baseFeePct: 0 },
    { totalFeePct: 1 },
    { subscriptionFeePct: 0 },
    { plans: [] },
    { settlementToken: {} },
    { rates: {} },
  ])('error: returns 403 for a field that only the platform sets: %j', async (body) => {
    expect(await refuse(body)).toBe('403 forbidden')
  })

  test.each([
    { addOnFeePct: -0.1 },
    { addOnFeePct: '1' },
    { acceptedCurrencies: ['GBP'] },
    { ratePins: { EUR: 0 } },
    { rateProvider: 'a friend' },
  ])('error: returns 400 invalid_input for %j', async (body) => {
    expect(await refuse(body)).toBe('400 invalid_input')
  })

  test('error: returns 403 for a developer key', async () => {
    const body = { addOnFeePct: 0 }
    const response = await service.program('POST /api/pricing/config', { body })
    expect(errorOf(response)).toBe('403 forbidden')
  })
})
