import { describe, expect, test } from 'vitest'
import { applyOverrides } from './apply-overrides.js'
import { readCatalog } from './read-catalog.js'
import { filterJurisdictions } from './search-catalog.js'

const components = [{ code: 'a', name: '100 % (a_b) \\ "Steuer"', rate: 0.01 }]
const all = applyOverrides(readCatalog().jurisdictions, [{ code: 'ZZ', components }])

const codesFor = (filter: { country?: string; code?: string; q?: string }) =>
  filterJurisdictions(all, { country: null, code: null, q: null, ...filter }).map(
    ({ code }) => code,
  )

describe('filterJurisdictions', () => {
  test('default', () => {
    expect(codesFor({})).toEqual(all.map(({ code }) => code))
  })

  test.each([
    [{ country: 'US' }, 51],
    [{ country: 'us' }, 51],
    [{ country: 'CA' }, 13],
    [{ country: 'U' }, 0],
    [{ country: 'USA' }, 0],
    [{ country: ' US' }, 0],
    [{ country: 'United States' }, 0],
  ])('behavior: matches country exactly, %j', (filter, count) => {
    expect(codesFor(filter)).toHaveLength(count)
  })

  test.each([
    [{ code: 'US-CA' }, ['US-CA']],
    [{ code: 'us-ca' }, ['US-CA']],
    [{ code: 'CA' }, []],
    [{ code: 'US-C' }, []],
    [{ code: 'US-CA', country: 'CA' }, []],
    [{ code: 'CA-QC', country: 'ca', q: 'qst' }, ['CA-QC']],
  ])('behavior: matches code exactly, %j', (filter, codes) => {
    expect(codesFor(filter)).toEqual(codes)
  })

  test.each([
    [{ country: 'ıN' }],
    [{ country: 'İN' }],
    [{ code: 'uſ-ca' }],
    [{ code: 'US\u2010CA' }],
    [{ code: 'ＵＳ-ＣＡ' }],
    [{ code: 'S\u212a' }],
  ])('behavior: distinguishes lookalike letters, %j', (filter) => {
    expect(codesFor(filter)).toEqual([])
  })

  test.each([
    ['califor', ['US-CA']],
    [' CALIFORNIA ', ['US-CA']],
    ['quebec', ['CA-QC']],
    ['QUÉBEC', ['CA-QC']],
    ['Que\u0301bec', ['CA-QC']],
    ['turkiye', ['TR']],
    ['TÜRKİYE', ['TR']],
    ['hst', ['CA-NB', 'CA-NL', 'CA-NS', 'CA-ON', 'CA-PE']],
    ['us-n', ['US-NC', 'US-ND', 'US-NE', 'US-NH', 'US-NJ', 'US-NM', 'US-NV', 'US-NY']],
    ['local consumption', ['JP']],
  ])('behavior: q matches part of a code, a name or a component name, %j', (q, codes) => {
    expect(codesFor({ q })).toEqual(codes)
  })

  test.each([['%'], ['_'], ['\\'], ['"'], ['100 %'], ['(a_b)'], ['\\ "s']])(
    'behavior: q is literal, %j',
    (q) => {
      expect(codesFor({ q })).toEqual(['ZZ'])
    },
  )

  test.each([
    ['.*'],
    ['^US'],
    ['[A-Z]'],
    ['US-CA|US-NY'],
    ["' or 1=1 --"],
    ['\u200fUS'],
    ['\ud800'],
  ])('behavior: q is not a pattern, %j', (q) => {
    expect(codesFor({ q })).toEqual([])
  })
})
