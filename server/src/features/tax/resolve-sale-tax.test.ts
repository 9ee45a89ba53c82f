import { describe, expect, test } from 'vitest'
import { testConfig } from '../../../test/test-config.js'
import { defaultSettings } from '../shop/default-settings.js'
import type { ShopConfig } from '../shop/schemas.js'
import { type GivenTax, resolveSaleTax } from './resolve-sale-tax.js'

async function resolve(givenTax: GivenTax, set: Partial<ShopConfig['tax']> = {}) {
  const shop = { tax: { ...defaultSettings(testConfig()).tax, ...set } }
  return resolveSaleTax(shop, givenTax)
}

const none = { jurisdictionCode: null, rate: 0n, components: [] }
const state = { code: 'state', name: 'State', rate: 60_000n }
const county = { code: 'county', name: 'County', rate: 12_500n }
const california = { jurisdictionCode: 'US-CA', rate: 72_500n, components: [state, county] }

describe('resolveSaleTax', () => {
  test('default: no tax', async () => {
    expect(await resolve({})).toEqual(none)
    const empty = { taxRate: null, jurisdictionCode: '', taxComponents: null }
    expect(await resolve(empty)).toEqual(none)
  })

  test('behavior: uses the given rate first', async () => {
    const set = { defaultJurisdictionCode: 'US-CA', defaultTaxRate: 0.2 }
    expect(await resolve({ taxRate: 0.095 }, set)).toEqual({ ...none, rate: 95_000n })
    expect(await resolve({ taxRate: 0 }, set)).toEqual(none)
    expect(await resolve({ taxRate: 1 })).toEqual({ ...none, rate: 1_000_000n })
    const both = { taxRate: 0.1, jurisdictionCode: 'US-CA', taxComponents: ['state'] }
    expect(await resolve(both)).toEqual({
      jurisdictionCode: 'US-CA',
      rate: 100_000n,
      components: [],
    })
  })

  test('behavior: then uses the given jurisdiction and components', async () => {
    expect(await resolve({ jurisdictionCode: 'us-ca' }, { defaultTaxRate: 0.2 })).toEqual(
      california,
    )
    const part = { jurisdictionCode: 'US-CA', taxComponents: ['County'] }
    expect(await resolve(part)).toEqual({ ...california, rate: 12_500n, components: [county] })
    const all = { jurisdictionCode: 'US-CA', taxComponents: [] }
    expect(await resolve(all)).toEqual(california)
  })

  test("behavior: then uses the shop's default rate, then its jurisdiction", async () => {
    const defaultJurisdictionCode = 'US-CA'
    expect(await resolve({}, { defaultJurisdictionCode })).toEqual(california)
    expect(await resolve({ taxComponents: ['state'] }, { defaultJurisdictionCode })).toMatchObject({
      rate: 60_000n,
    })
    const both = { defaultJurisdictionCode, defaultTaxRate: 0.2 }
    expect(await resolve({}, both)).toEqual({ ...none, rate: 200_000n })
  })

  test.each<[string, GivenTax]>([
    ['a rate below 0', { taxRate: -0.01 }],
    ['a rate above 1', { taxRate: 1.000001 }],
    ['a rate in quotes', { taxRate: '0.1' }],
    ['a rate of NaN', { taxRate: Number.NaN }],
    ['an infinite rate', { taxRate: Number.POSITIVE_INFINITY }],
    ['seven decimals', { taxRate: 0.0000001 }],
    ['a jurisdiction that is not a string', { jurisdictionCode: 7 }],
    ['an unknown jurisdiction', { jurisdictionCode: 'US-XX' }],
    ['an unknown component', { jurisdictionCode: 'US-CA', taxComponents: ['x'] }],
    ['components without a jurisdiction', { taxComponents: ['state'] }],
    ['components that are not a list', { jurisdictionCode: 'US-CA', taxComponents: 'state' }],
    ['a component that is not a string', { jurisdictionCode: 'US-CA', taxComponents: [7] }],
    ['51 components', { jurisdictionCode: 'US-CA', taxComponents: Array(51).fill('state') }],
    ['a bad component beside a rate', { taxRate: 0.1, taxComponents: [7] }],
  ])('error: refuses %s', async (_name, givenTax) => {
    await expect(resolve(givenTax)).rejects.toMatchObject({ code: 'invalid_input' })
  })
})
