import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { testConfig } from '../../../test/test-config.js'
import { isFields } from '../../lib/fields/read-fields.js'
import { defaultSettings } from './default-settings.js'
import { diffConfig, mergeConfig } from './merge-config.js'
import type { ShopConfigChange, StoredSettings } from './schemas.js'
import { checkChange } from './shop-rules.js'

const defaults = defaultSettings(testConfig())

describe('mergeConfig', () => {
  test('default', () => {
    const base = { name: 'A', tags: ['a', 'b'], tax: { id: '1', rate: 0.1 as number | null } }
    expect(mergeConfig(base, { tags: ['c'], tax: { rate: null } })).toEqual({
      name: 'A',
      tags: ['c'],
      tax: { id: '1', rate: null },
    })
  })

  test('behavior: modifies neither argument', () => {
    const base = { tax: { id: '1' } }
    const change = { tax: { id: '2' } }
    const merged = mergeConfig(base, change)
    merged.tax.id = '3'
    expect([base, change]).toEqual([{ tax: { id: '1' } }, { tax: { id: '2' } }])
  })

  test('behavior: changes of different parts commute', () => {
    fc.assert(
      fc.property(
        aChange(),
        fc.array(fc.nat(3), { minLength: 40, maxLength: 40 }),
        (input, deal) => {
          const change = checkChange(input, 'sandbox')
          const parts = split(change, deal)
          const whole = mergeConfig(defaults, change)
          expect(parts.reduce(mergeConfig, defaults)).toEqual(whole)
          expect(parts.toReversed().reduce(mergeConfig, defaults)).toEqual(whole)
        },
      ),
    )
  })

  test('behavior: applying the result again changes nothing', () => {
    fc.assert(
      fc.property(aChange(), (change) => {
        const settings = mergeConfig(defaults, checkChange(change, 'sandbox'))
        expect(checkChange(settings, 'sandbox')).toEqual(settings)
      }),
    )
  })
})

/** Distributes the values of a change over four changes. */
function split(change: StoredSettings, deal: number[]): StoredSettings[] {
  const parts: Record<string, unknown>[] = [{}, {}, {}, {}]
  let dealt = 0
  const place = (fields: object, into: Record<string, unknown>[]) => {
    for (const [field, value] of Object.entries(fields)) {
      if (isFields(value)) {
        const nested = into.map(() => ({}))
        into.forEach((part, index) => {
          part[field] = nested[index]
        })
        place(value, nested)
        continue
      }
      const chosen = into[deal[dealt++ % deal.length] ?? 0]
      if (chosen) chosen[field] = value
    }
  }
  place(change, parts)
  return parts as StoredSettings[]
}

/** Any change that passes the rules. */
function aChange(): fc.Arbitrary<ShopConfigChange> {
  const aWord = (maxLength: number) =>
    fc.string({ unit: fc.constantFrom(...'abc XYZ é&3漢🍵'), maxLength }).map((text) => text.trim())
  const tags = (maxLength: number) =>
    fc.uniqueArray(aWord(12).filter(Boolean), {
      maxLength,
      selector: (tag) => tag.normalize('NFC').toLowerCase(),
    })
  const color = fc.constantFrom('#fff', '#ABCD', '#8a4b14', '#00000080')
  const url = fc.oneof(
    fc.constant(''),
    fc.webUrl().filter((text) => !/['"()`]/.test(text) && !new URL(text).pathname.startsWith('//')),
  )
  const rate = fc.nat(100_000).map((millionths) => millionths / 1_000_000)
  const code = fc.constantFrom('DE', 'us-ca', 'GB', 'ca-on')
  const components = fc.uniqueArray(
    fc.record({ code: fc.constantFrom('state', 'CITY', 'vat'), name: fc.constant('Tax'), rate }),
    { minLength: 1, selector: (component) => component.code },
  )
  const part = <Fields>(fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> }) =>
    fc.record(fields, { requiredKeys: [] })

  return part({
    slug: fc.constantFrom('', 'blue-cafe', 'a1b'),
    name: aWord(20),
    description: aWord(200),
    industryPack: aWord(10),
    categories: tags(20),
    keywords: tags(50),
    listed: fc.boolean(),
    theme: part({
      primaryColor: color,
      secondaryColor: color,
      brandLogoUrl: url,
      brandFaviconUrl: url,
      coverPhotoUrl: url,
      receiptBackgroundUrl: url,
      brandName: aWord(20),
      fontFamily: fc.constantFrom('inter', 'Georgia', 'SANS-SERIF'),
    }),
    layout: part({
      mode: fc.constantFrom('grid', 'list'),
      showCategories: fc.boolean(),
      showSearch: fc.boolean(),
    }),
    tax: part({
      defaultJurisdictionCode: fc.oneof(code, fc.constantFrom('', null)),
      defaultTaxRate: fc.option(rate),
      priceIncludesTax: fc.boolean(),
      taxId: aWord(20),
      overrides: fc.uniqueArray(fc.record({ code, components }), {
        selector: (override) => override.code,
      }),
    }),
    fees: part({ processingFeePct: fc.nat(500_000).map((parts) => parts / 10_000) }),
    payments: part({
      defaultPaymentToken: fc.constantFrom('USDC', 'ETH'),
      acceptedTokens: fc.shuffledSubarray(['USDC', 'USDT', 'EURC', 'ETH'], { minLength: 1 }),
      expiryMinutes: fc.option(fc.integer({ min: 1, max: 525_600 })),
    }),
    pricing: part({
      acceptedCurrencies: fc.shuffledSubarray(['USD', 'EUR'], { minLength: 1 }),
      rateProvider: fc.constantFrom(null, 'fixed', 'coinbase', 'ecb'),
      ratePins: part({
        EUR: fc.option(
          fc.integer({ min: 200_000, max: 5_000_000 }).map((rate) => rate / 1_000_000),
        ),
      }),
    }),
  })
}

describe('diffConfig', () => {
  test('default', () => {
    const before = { name: 'A', listed: false, tax: { id: '1', rate: null }, fees: { pct: 0 } }
    const after = { name: 'B', listed: false, tax: { id: '1', rate: 0.1 }, fees: { pct: 0 } }
    expect(diffConfig<object>(before, after)).toEqual({
      before: { name: 'A', tax: { rate: null } },
      after: { name: 'B', tax: { rate: 0.1 } },
    })
  })

  test('behavior: returns whole lists', () => {
    expect(diffConfig({ tags: ['a', 'b'] }, { tags: ['a'] })).toEqual({
      before: { tags: ['a', 'b'] },
      after: { tags: ['a'] },
    })
  })

  test('behavior: ignores the order of fields', () => {
    const before = { overrides: [{ code: 'DE', rate: 1 }] }
    expect(diffConfig(before, { overrides: [{ rate: 1, code: 'DE' }] })).toBeNull()
  })
})
