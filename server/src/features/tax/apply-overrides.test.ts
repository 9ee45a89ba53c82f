import { describe, expect, test } from 'vitest'
import { applyOverrides } from './apply-overrides.js'
import { findJurisdiction } from './list-jurisdictions.js'
import { readCatalog } from './read-catalog.js'

const { jurisdictions } = readCatalog()
const city = { code: 'city', name: 'City', rate: 0.02 }
const state = { code: 'state', name: 'State', rate: 0.065 }

describe('applyOverrides', () => {
  test('default', () => {
    const listed = applyOverrides(jurisdictions, [{ code: 'US-CA', components: [state, city] }])

    expect(listed).toHaveLength(jurisdictions.length)
    expect(findJurisdiction(listed, 'US-CA')).toEqual({
      code: 'US-CA',
      country: 'US',
      region: 'CA',
      name: 'California',
      rate: 85_000n,
      components: [
        { ...state, rate: 65_000n },
        { ...city, rate: 20_000n },
      ],
      effectiveFrom: null,
      source: 'Set by the merchant',
      kind: 'merchant',
    })
  })

  test('behavior: does not modify the catalog', () => {
    const before = structuredClone(jurisdictions)
    applyOverrides(jurisdictions, [{ code: 'US-CA', components: [city] }])
    expect(jurisdictions).toEqual(before)
  })

  test.each([
    ['ZZ', { country: 'ZZ', region: null, name: 'ZZ' }],
    ['DE-BY', { country: 'DE', region: 'BY', name: 'DE-BY' }],
    ['US-999', { country: 'US', region: '999', name: 'US-999' }],
  ])('behavior: adds the unknown jurisdiction %s', (code, place) => {
    const listed = applyOverrides(jurisdictions, [{ code, components: [city] }])
    expect(listed).toHaveLength(jurisdictions.length + 1)
    expect(findJurisdiction(listed, code)).toMatchObject({ code, ...place, kind: 'merchant' })
  })

  test('behavior: sorts by country, region and code', () => {
    const overrides = ['ZZ', 'US', 'AA-1', 'US-CB', 'DE-BY'].map((code) => ({
      code,
      components: [city],
    }))
    const codes = applyOverrides(jurisdictions.toReversed(), overrides).map(({ code }) => code)

    expect(codes).toEqual(codes.toSorted())
    expect(codes[0]).toBe('AA-1')
    expect(codes.indexOf('US')).toBe(codes.indexOf('US-AK') - 1)
    expect(codes).toEqual(applyOverrides(jurisdictions, overrides).map(({ code }) => code))
  })
})
