import { describe, expect, test } from 'vitest'
import { errorOf, placeOrder, useService } from '../helpers/client.js'

const service = useService()

type Component = { code: string; name: string; rate: number }
type Jurisdiction = { code: string; country: string; rate: number; components: Component[] }
type Catalog = { jurisdictions: Jurisdiction[] }

describe('GET /api/tax/catalog', () => {
  const search = async (query = '') =>
    (await service.program<Catalog>(`GET /api/tax/catalog${query}`)).body.jurisdictions

  test('behavior: returns {ok, jurisdictions, provider, updatedAt}', async () => {
    const { status, body } = await service.program('GET /api/tax/catalog?code=US-CA')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ok: true,
      provider: 'static',
      updatedAt: expect.any(Number),
      jurisdictions: [
        {
          code: 'US-CA',
          country: 'US',
          region: 'CA',
          name: 'California',
          rate: 0.0725,
          components: [
            { code: 'state', name: 'State', rate: 0.06 },
            { code: 'county', name: 'County', rate: 0.0125 },
          ],
          effectiveFrom: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
        },
      ],
    })
  })

  test('behavior: component rates add up to the rate in every jurisdiction', async () => {
    const all = await search()
    const ppm = (rate: number) => Math.round(rate * 1_000_000)
    const wrongJurisdictions = all.filter(
      ({ rate, components }) =>
        ppm(rate) !== components.reduce((sum, component) => sum + ppm(component.rate), 0),
    )
    expect(all.length).toBeGreaterThan(50)
    expect(wrongJurisdictions).toEqual([])
  })

  test('behavior: selects by country, code and q', async () => {
    const german = await search('?country=de')
    expect(german.map(({ code }) => code)).toEqual(['DE'])
    const american = await search('?country=US')
    expect(new Set(american.map(({ country }) => country))).toEqual(new Set(['US']))
    expect((await search('?q=california')).map(({ code }) => code)).toContain('US-CA')
    expect(await search('?code=XX-NOWHERE')).toEqual([])
  })

  test('behavior: orders accept a code of the catalog', async () => {
    const [first] = await search('?country=FR')
    const order = await placeOrder(service.program, { jurisdictionCode: first?.code })
    expect(order).toMatchObject({ jurisdictionCode: first?.code, taxRate: first?.rate })
  })

  test('error: returns 401 without a key', async () => {
    expect(errorOf(await service.anyone('GET /api/tax/catalog'))).toBe('401 unauthorized')
  })
})
