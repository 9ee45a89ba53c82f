import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper, aWallet } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import type { Address } from '../../lib/hex.js'
import { getShopConfig } from '../shop/get-shop-config.js'
import type { ShopConfigChange } from '../shop/schemas.js'
import { updateShopConfig } from '../shop/update-shop-config.js'
import { readCatalog } from './read-catalog.js'
import { resolveTax, selectComponents } from './resolve-tax.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

const resolve = async (jurisdictionCode: string, components?: string[], merchant = aWallet()) =>
  resolveTax(await getShopConfig(ctx, merchant), { jurisdictionCode, components })

async function aMerchant(
  overrides: NonNullable<NonNullable<ShopConfigChange['tax']>['overrides']>,
): Promise<Address> {
  const { wallet: merchant } = await aDeveloper(ctx)
  const by = { merchant, person: merchant, role: 'owner', correlationId: 'test' } as const
  await updateShopConfig(ctx, { change: { tax: { overrides } }, by })
  return merchant
}

const gst = { code: 'gst', name: 'GST', rate: 50_000n }
const qst = { code: 'qst', name: 'QST', rate: 99_750n }

describe('resolveTax', () => {
  test('default', async () => {
    expect(await resolve('CA-QC')).toEqual({
      code: 'CA-QC',
      name: 'Québec',
      rate: 149_750n,
      components: [gst, qst],
    })
  })

  test('behavior: accepts a lower-case code', async () => {
    expect(await resolve('ca-qc')).toMatchObject({ code: 'CA-QC' })
  })

  test('behavior: returns only the named components', async () => {
    expect(await resolve('CA-QC', ['qst'])).toMatchObject({ rate: 99_750n, components: [qst] })
  })

  test.each([[['state']], [['STATE']], [['State', 'state', 'STATE']]])(
    'behavior: %j selects one component once',
    async (words) => {
      const { rate, components } = await resolve('US-CA', words)
      expect(rate).toBe(60_000n)
      expect(components).toHaveLength(1)
    },
  )

  test('behavior: selects a component named by code and by name once', async () => {
    expect(await resolve('US-NV', ['school', 'Local School Support'])).toMatchObject({
      rate: 26_000n,
      components: [{ code: 'school' }],
    })
  })

  test('behavior: keeps the order of the jurisdiction', async () => {
    expect((await resolve('CA-QC', ['QST', 'GST'])).components).toEqual([gst, qst])
  })

  test('behavior: an empty list selects all components', async () => {
    expect(await resolve('CA-QC', [])).toMatchObject({ rate: 149_750n })
  })

  test("behavior: a merchant's own rates apply to that merchant only", async () => {
    const components = [{ code: 'combined', name: 'Los Angeles', rate: 0.0975 }]
    const merchant = await aMerchant([
      { code: 'US-CA', components },
      { code: 'US-LAX', components },
    ])

    const rated = { rate: 97_500n, components: [{ name: 'Los Angeles' }] }
    expect(await resolve('us-ca', undefined, merchant)).toMatchObject({
      name: 'California',
      ...rated,
    })
    expect(await resolve('us-lax', ['LOS ANGELES'], merchant)).toMatchObject({
      name: 'US-LAX',
      ...rated,
    })
    await expect(resolve('US-CA', ['state'], merchant)).rejects.toMatchObject({
      code: 'invalid_input',
    })

    expect(await resolve('US-CA')).toMatchObject({ rate: 72_500n })
    await expect(resolve('US-LAX')).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('behavior: a code takes precedence over a name, and a shared name selects all', async () => {
    const merchant = await aMerchant([
      {
        code: 'ZZ',
        components: [
          { code: 'a', name: 'B', rate: 0.01 },
          { code: 'b', name: 'Both', rate: 0.02 },
          { code: 'c', name: 'Both', rate: 0.04 },
        ],
      },
    ])
    expect(await resolve('ZZ', ['b'], merchant)).toMatchObject({ rate: 20_000n })
    expect(await resolve('ZZ', ['both'], merchant)).toMatchObject({ rate: 60_000n })
    expect(await resolve('ZZ', ['both', 'c', 'a'], merchant)).toMatchObject({ rate: 70_000n })
  })

  test.each([
    [''],
    ['ZZ'],
    ['US'],
    [' US-CA'],
    ['US-CA\n'],
    ['%'],
    ['__proto__'],
    ['x'.repeat(5_000)],
  ])('error: refuses the jurisdiction %j', async (code) => {
    await expect(resolve(code)).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'jurisdictionCode is unknown. GET /api/tax/catalog lists the valid codes.',
    })
  })

  test.each([[['']], [['vat']], [['gst', 'vat']], [['GST ']], [['__proto__']], [['\ud800']]])(
    'error: refuses an unknown component in %j',
    async (words) => {
      await expect(resolve('CA-QC', words)).rejects.toMatchObject({
        code: 'invalid_input',
        message:
          'taxComponents contains an unknown component. The components of CA-QC are gst, qst.',
      })
    },
  )

  test('behavior: selected components sum to the rate and never exceed the full rate', async () => {
    const { jurisdictions } = readCatalog()
    const aSelection = fc.constantFrom(...jurisdictions).chain((jurisdiction) => {
      const calling = jurisdiction.components.flatMap(({ code, name }) => [
        code,
        name,
        code.toUpperCase(),
        name.toLowerCase(),
      ])
      const words = fc.array(fc.constantFrom(...calling), { minLength: 1, maxLength: 12 })
      return fc.record({ jurisdiction: fc.constant(jurisdiction), words })
    })

    await fc.assert(
      fc.asyncProperty(aSelection, async ({ jurisdiction, words }) => {
        const { rate, components } = await resolve(jurisdiction.code, words)
        expect(components).toEqual(selectComponents(jurisdiction, words))
        expect(new Set(components).size).toBe(components.length)
        expect(components.reduce((total, component) => total + component.rate, 0n)).toBe(rate)
        expect(rate <= jurisdiction.rate).toBe(true)

        const isWhole = components.length === jurisdiction.components.length
        if (isWhole) expect(rate).toBe(jurisdiction.rate)
      }),
    )
  })
})
