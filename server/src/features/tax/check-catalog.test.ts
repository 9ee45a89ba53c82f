import { describe, expect, test } from 'vitest'
import { checkCatalog } from './check-catalog.js'

const vat = { code: 'vat', name: 'VAT', rate: 0.19 }

const anEntry = (fields: Record<string, unknown> = {}) => ({
  code: 'DE',
  country: 'DE',
  region: null,
  name: 'Germany',
  components: [vat],
  effectiveFrom: '2021-01-01',
  source: 'Ministry of Finance',
  ...fields,
})

const check = (...jurisdictions: unknown[]) =>
  checkCatalog({ note: 'Not advice.', updatedAt: '2026-01-01', jurisdictions })

describe('checkCatalog', () => {
  test('default', () => {
    expect(check(anEntry())).toEqual({
      updatedAt: Date.UTC(2026, 0, 1),
      jurisdictions: [
        {
          ...anEntry(),
          rate: 190_000n,
          components: [{ ...vat, rate: 190_000n }],
          kind: 'catalogue',
        },
      ],
    })
  })

  test('behavior: sums rates exactly', () => {
    const components = [0.1, 0.2, 0.000001].map((rate, index) => ({
      ...vat,
      code: `c${index}`,
      rate,
    }))
    expect(check(anEntry({ components })).jurisdictions[0]?.rate).toBe(300_001n)
  })

  test.each([
    ['a code in small letters', { code: 'de', country: 'de' }],
    ['a code of another country', { country: 'FR' }],
    ['a code of another region', { region: 'BY' }],
    ['an empty region', { region: '' }],
    ['no region', { region: undefined }],
    ['no name', { name: '' }],
    ['a blank name', { name: ' ' }],
    ['no source', { source: '' }],
    ['an unknown field', { rates: [] }],
    ['no components', { components: [] }],
    ['the same component twice', { components: [vat, vat] }],
    ['a component with a bad code', { components: [{ ...vat, code: 'V A T' }] }],
    ['a component without a name', { components: [{ ...vat, name: '' }] }],
    ['a rate in quotes', { components: [{ ...vat, rate: '0.19' }] }],
    ['a negative rate', { components: [{ ...vat, rate: -0.01 }] }],
    ['a rate with too many decimals', { components: [{ ...vat, rate: 0.0000001 }] }],
    ['a rate in percent', { components: [{ ...vat, rate: 19 }] }],
    [
      'rates that sum to more than 1',
      {
        components: [
          { ...vat, rate: 1 },
          { ...vat, code: 'b' },
        ],
      },
    ],
    ['an impossible date', { effectiveFrom: '2025-02-30' }],
    ['a day with a time', { effectiveFrom: '2025-01-01T00:00:00Z' }],
  ])('error: names the entry with %s', (_, fields) => {
    const brokenEntry = anEntry(fields)
    const flawed = () => check(anEntry({ code: 'FR', country: 'FR' }), brokenEntry)
    expect(flawed).toThrow(`entry 2 of the tax catalog (${brokenEntry.code})`)
  })

  test.each([[null], ['DE'], [[]]])('error: refuses the entry %j', (entry) => {
    expect(() => check(entry)).toThrow('entry 1 of the tax catalog is invalid')
  })

  test('error: refuses a duplicate code', () => {
    expect(() => check(anEntry(), anEntry())).toThrow('the tax catalog has DE twice')
  })

  test.each([[null], [[]], [{}], [{ note: '', updatedAt: '2026-01-01', jurisdictions: {} }]])(
    'error: refuses the file %j',
    (file) => {
      expect(() => checkCatalog(file)).toThrow('the tax catalog is invalid')
    },
  )

  test('error: refuses a file without a date', () => {
    const file = { note: '', updatedAt: 'yesterday', jurisdictions: [] }
    expect(() => checkCatalog(file)).toThrow('updatedAt')
  })
})
