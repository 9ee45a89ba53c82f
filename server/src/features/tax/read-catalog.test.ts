import { describe, expect, test } from 'vitest'
import { ppmFromDecimal } from '../../lib/money.js'
import { sumRates } from './jurisdiction.js'
import { findJurisdiction } from './list-jurisdictions.js'
import { readCatalog } from './read-catalog.js'

const splitWords = (text: string) => text.trim().split(/\s+/)

const states = splitWords(`
  US-AL US-AK US-AZ US-AR US-CA US-CO US-CT US-DE US-DC US-FL US-GA US-HI US-ID US-IL US-IN US-IA US-KS
  US-KY US-LA US-ME US-MD US-MA US-MI US-MN US-MS US-MO US-MT US-NE US-NV US-NH US-NJ US-NM US-NY US-NC
  US-ND US-OH US-OK US-OR US-PA US-RI US-SC US-SD US-TN US-TX US-UT US-VT US-VA US-WA US-WV US-WI US-WY`)
const provinces = splitWords(`
  CA-AB CA-BC CA-MB CA-NB CA-NL CA-NS CA-NT CA-NU CA-ON CA-PE CA-QC CA-SK CA-YT`)
const unionMembers = splitWords(`
  AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE`)
const others = splitWords(`
  GB XI NO CH LI IS AU NZ JP SG IN MX KR ZA AE SA BH OM IL TR RS CL CO PH TW`)

const catalog = readCatalog()
const entries = catalog.jurisdictions.map((entry) => [entry.code, entry] as const)
const yearMs = 366 * 24 * 3_600_000

describe('readCatalog', () => {
  test('default', () => {
    expect(findJurisdiction(catalog.jurisdictions, 'US-CA')).toEqual({
      code: 'US-CA',
      country: 'US',
      region: 'CA',
      name: 'California',
      rate: 72_500n,
      components: [
        { code: 'state', name: 'State', rate: 60_000n },
        { code: 'county', name: 'County', rate: 12_500n },
      ],
      effectiveFrom: '2017-01-01',
      source: 'California Department of Tax and Fee Administration',
      kind: 'catalogue',
    })
    expect(catalog.updatedAt).toBe(Date.UTC(2026, 0, 1))
  })

  test('behavior: has all US states and DC, Canadian provinces, EU members and the others', () => {
    expect([states.length, provinces.length, unionMembers.length]).toEqual([51, 13, 27])
    const knownCodes = catalog.jurisdictions.map(({ code }) => code)
    const expected = [...states, ...provinces, ...unionMembers, ...others]
    expect(knownCodes.toSorted()).toEqual(expected.toSorted())
  })

  test('behavior: reads the file once', () => {
    expect(readCatalog()).toBe(catalog)
  })

  test.each(entries)('behavior: %s is consistent', (code, entry) => {
    expect(code).toMatch(/^[A-Z]{2}(-[A-Z]{2})?$/)
    expect(code).toBe(entry.region === null ? entry.country : `${entry.country}-${entry.region}`)
    expect(entry.name).not.toBe('')
    expect(entry.source).not.toBe('')
    expect(entry.kind).toBe('catalogue')

    expect(entry.components.length).toBeGreaterThan(0)
    // Unique across codes and names, so that a word in an order is never ambiguous.
    const parts = entry.components.map((component) => [component.code, component.name])
    const callings = parts.flatMap((part) => [...new Set(part.map((word) => word.toLowerCase()))])
    expect(new Set(callings).size).toBe(callings.length)
    expect(sumRates(entry.components)).toBe(entry.rate)
    expect(entry.rate >= 0n && entry.rate <= 1_000_000n).toBe(true)
    expect(entry.components.every(({ rate }) => rate >= 0n)).toBe(true)

    const since = new Date(String(entry.effectiveFrom))
    expect(since.toISOString().slice(0, 10)).toBe(entry.effectiveFrom)
    expect(since.getTime()).toBeLessThanOrEqual(catalog.updatedAt + yearMs)
  })

  test('behavior: only the states without a sales tax have a rate of zero', () => {
    const untaxed = catalog.jurisdictions.filter(({ rate }) => rate === 0n)
    expect(untaxed.map(({ code }) => code).toSorted()).toEqual(
      splitWords('US-AK US-DE US-MT US-NH US-OR'),
    )
    expect(untaxed.every(({ components }) => components.length === 1)).toBe(true)
  })

  test.each([
    ['US-AL', '0.04'],
    ['US-AZ', '0.056'],
    ['US-CO', '0.029'],
    ['US-DC', '0.06'],
    ['US-FL', '0.06'],
    ['US-IL', '0.0625'],
    ['US-IN', '0.07'],
    ['US-LA', '0.05'],
    ['US-MN', '0.06875'],
    ['US-MO', '0.04225'],
    ['US-NJ', '0.06625'],
    ['US-NM', '0.04875'],
    ['US-NV', '0.0685'],
    ['US-NY', '0.04'],
    ['US-PA', '0.06'],
    ['US-SD', '0.042'],
    ['US-TX', '0.0625'],
    ['US-UT', '0.061'],
    ['US-VA', '0.053'],
    ['US-WA', '0.065'],
    ['CA-AB', '0.05'],
    ['CA-BC', '0.12'],
    ['CA-NS', '0.14'],
    ['CA-ON', '0.13'],
    ['CA-QC', '0.14975'],
    ['CA-SK', '0.11'],
    ['DE', '0.19'],
    ['EE', '0.24'],
    ['FI', '0.255'],
    ['FR', '0.2'],
    ['GR', '0.24'],
    ['HU', '0.27'],
    ['IE', '0.23'],
    ['IT', '0.22'],
    ['LU', '0.17'],
    ['RO', '0.21'],
    ['SE', '0.25'],
    ['SK', '0.23'],
    ['GB', '0.2'],
    ['NO', '0.25'],
    ['CH', '0.081'],
    ['AU', '0.1'],
    ['NZ', '0.15'],
    ['JP', '0.1'],
    ['SG', '0.09'],
    ['IN', '0.18'],
    ['IL', '0.18'],
    ['TR', '0.2'],
  ])('behavior: %s has the well-known rate %s', (code, rate) => {
    expect(findJurisdiction(catalog.jurisdictions, code)?.rate).toBe(ppmFromDecimal(rate))
  })
})
