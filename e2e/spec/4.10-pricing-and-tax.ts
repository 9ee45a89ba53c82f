import { describe, expect, test } from 'vitest'
import { errorOf, makeItem, placeOrder, type Receipt, useService } from './client.js'

const service = useService()

type Pricing = { config: Record<string, unknown> & { addOnFeePct: number; updatedAt: number } }
type Component = { code: string; name: string; rate: number }
type Jurisdiction = { code: string; country: string; rate: number; components: Component[] }
type Catalogue = { jurisdictions: Jurisdiction[] }

describe('GET /api/pricing/config', () => {
  test('behavior: fees, currencies, plans and rates, with any key', async () => {
    const { status, body } = await service.program<Pricing>('GET /api/pricing/config')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ok: true,
      config: {
        ...{ baseFeePct: 0.5, addOnFeePct: 0, totalFeePct: 0.5, subscriptionFeePct: 0.5 },
        currencies: ['USD', 'EUR'],
        settlementToken: { symbol: 'USDC', decimals: 6, chainId: expect.any(Number) },
        plans: [
          { key: 'starter', priceUsd: 0 },
          { key: 'pro', priceUsd: 399 },
          { key: 'enterprise', priceUsd: 500 },
        ],
        rates: {
          EUR: {
            ...{ usdPerUnit: 1.08, quotedAt: expect.any(Number), provider: expect.any(String) },
          },
        },
        updatedAt: expect.any(Number),
      },
    })
  })

  test('error: 401 without a key', async () => {
    expect(errorOf(await service.anyone('GET /api/pricing/config'))).toBe('401 unauthorized')
  })
})

describe('POST /api/pricing/config', () => {
  const set = (body: object) => service.owner<Pricing>('POST /api/pricing/config', { body })
  const refuse = async (body: object) =>
    errorOf(await service.owner('POST /api/pricing/config', { body }))

  test('behavior: the add-on joins the base, here and in the shop config, and orders pay it', async () => {
    const { status, body } = await set({ addOnFeePct: 1.5 })
    try {
      expect(status).toBe(200)
      expect(body).toMatchObject({ ok: true })
      expect(body.config).toMatchObject({ baseFeePct: 0.5, addOnFeePct: 1.5, totalFeePct: 2 })
      const shop = await service.program('GET /api/shop/config')
      expect(shop.body['config']).toMatchObject({ fees: { processingFeePct: 1.5 } })
      const order = await placeOrder(service.program, { taxRate: 0.095 })
      expect(order.lineItems.at(-1)).toEqual({ label: 'Processing Fee', priceUsd: 2.19 })
      expect(order.totalUsd).toBe(111.69)
    } finally {
      await set({ addOnFeePct: 0 })
    }
    const after = await service.program('GET /api/pricing/config')
    expect(after.body['config']).toMatchObject({ addOnFeePct: 0, totalFeePct: 0.5 })
  })

  test('behavior: a pinned rate values orders until it is taken away', async () => {
    const { id } = await makeItem(service.program, { priceUsd: null, price: 100, currency: 'EUR' })
    const body = { items: [{ id, qty: 1 }] }
    const order = async () =>
      (await service.program<{ receipt: Receipt }>('POST /api/orders', { body })).body.receipt
    await set({ ratePins: { EUR: 1.25 } })
    try {
      expect(await order()).toMatchObject({ total: 100.5, totalUsd: 125.63 })
    } finally {
      await set({ ratePins: { EUR: null } })
    }
    expect(await order()).toMatchObject({ total: 100.5, totalUsd: 108.54 })
  })

  test.each([
    { baseFeePct: 0 },
    { totalFeePct: 1 },
    { subscriptionFeePct: 0 },
    { plans: [] },
    { settlementToken: {} },
    { rates: {} },
  ])('error: 403 forbidden for what the platform decides: %j', async (body) => {
    expect(await refuse(body)).toBe('403 forbidden')
  })

  test.each([
    { addOnFeePct: -0.1 },
    { addOnFeePct: '1' },
    { acceptedCurrencies: ['GBP'] },
    { ratePins: { EUR: 0 } },
    { rateProvider: 'a friend' },
  ])('error: 400 invalid_input for %j', async (body) => {
    expect(await refuse(body)).toBe('400 invalid_input')
  })

  test('error: not callable with a developer key', async () => {
    const body = { addOnFeePct: 0 }
    const answer = await service.program('POST /api/pricing/config', { body })
    expect(errorOf(answer)).toBe('403 forbidden')
  })
})

describe('GET /api/tax/catalog', () => {
  const search = async (query = '') =>
    (await service.program<Catalogue>(`GET /api/tax/catalog${query}`)).body.jurisdictions

  test('behavior: {ok, jurisdictions, provider, updatedAt}', async () => {
    const { status, body } = await service.program('GET /api/tax/catalog?code=US-CA')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...{ ok: true, provider: 'static', updatedAt: expect.any(Number) },
      jurisdictions: [
        {
          ...{ code: 'US-CA', country: 'US', region: 'CA', name: 'California', rate: 0.0725 },
          components: [
            { code: 'state', name: 'State', rate: 0.06 },
            { code: 'county', name: 'County', rate: 0.0125 },
          ],
          effectiveFrom: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
        },
      ],
    })
  })

  test('behavior: component rates sum to the rate, everywhere', async () => {
    const all = await search()
    const ppm = (rate: number) => Math.round(rate * 1_000_000)
    const wrong = all.filter(
      ({ rate, components }) =>
        ppm(rate) !== components.reduce((sum, one) => sum + ppm(one.rate), 0),
    )
    expect(all.length).toBeGreaterThan(50)
    expect(wrong).toEqual([])
  })

  test('behavior: country, code and q choose', async () => {
    const german = await search('?country=de')
    expect(german.map(({ code }) => code)).toEqual(['DE'])
    const american = await search('?country=US')
    expect(new Set(american.map(({ country }) => country))).toEqual(new Set(['US']))
    expect((await search('?q=california')).map(({ code }) => code)).toContain('US-CA')
    expect(await search('?code=XX-NOWHERE')).toEqual([])
  })

  test('behavior: orders take every code of it', async () => {
    const [first] = await search('?country=FR')
    const order = await placeOrder(service.program, { jurisdictionCode: first?.code })
    expect(order).toMatchObject({ jurisdictionCode: first?.code, taxRate: first?.rate })
  })

  test('error: 401 without a key', async () => {
    expect(errorOf(await service.anyone('GET /api/tax/catalog'))).toBe('401 unauthorized')
  })
})
