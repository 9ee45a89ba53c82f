import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuTimeOf } from '../../../test/fixtures/cpu-time.js'
import { requireSmallJson } from './json-size.js'

const tooMany = 'The body has more than 10000 values. Split the request.'
const tooDeep = 'The body is nested more than 32 levels deep. Flatten it.'

const check = (text: string) => () => requireSmallJson(text)

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, item) => sum + countValues(item), 1)
}

describe('requireSmallJson', () => {
  test('default', () => {
    expect(check('{"a":[1,"b",{"c":null}],"d":-1.5e3}')).not.toThrow()
    expect(check(`[${'1,'.repeat(9_998)}1]`)).not.toThrow()
    expect(check(`[${'1,'.repeat(9_999)}1]`)).toThrow(tooMany)
  })

  test.each([
    ['empty objects', `[${'{},'.repeat(10_000)}{}]`],
    ['empty lists', `[${'[],'.repeat(10_000)}[]]`],
    ['texts', `[${'"",'.repeat(10_000)}""]`],
    ['literals', `[${'null,'.repeat(10_000)}true]`],
    ['members', `{${'"a":1,'.repeat(10_000)}"b":1}`],
    ['members, and no end', `[{${'"a":1,'.repeat(10_001)}`],
    ['members with white space', `{${' "a"\n:\t1 ,'.repeat(10_000)}"b":1}`],
    ['objects after a text with brackets and quotes', `["]}\\"",${'{},'.repeat(10_000)}1]`],
  ])('error: rejects too many %s', (_what, text) => {
    expect(check(text)).toThrow(expect.objectContaining({ code: 'payload_too_large' }))
  })

  test.each([
    ['brackets in a text', `"${'['.repeat(50_000)}"`],
    ['commas in a text', `{"a":"${'{},'.repeat(50_000)}"}`],
    ['escaped quotes', `"${'\\",'.repeat(50_000)}"`],
    ['a text that ends with a backslash', `["${'\\\\'.repeat(50_000)}",1]`],
    ['a number of many digits', '9'.repeat(250_000)],
    ['a quote that never ends', `"${'{},'.repeat(50_000)}`],
  ])('behavior: counts %s once', (_what, text) => {
    expect(check(text)).not.toThrow()
  })

  test('property: counts every value once', () => {
    const value = fc.jsonValue({ maxDepth: 5 })
    fc.assert(
      fc.property(value, fc.constantFrom(0, 1), (json, indent) => {
        const filler = Array<number>(9_999 - countValues(json)).fill(1)
        expect(check(JSON.stringify([...filler, json], null, indent))).not.toThrow()
        expect(check(JSON.stringify([json, ...filler, 1], null, indent))).toThrow(tooMany)
      }),
      { numRuns: 30 },
    )
  })

  test('error: rejects more than 32 levels', () => {
    expect(check(`${'[{"a":'.repeat(16)}1${'}]'.repeat(16)}`)).not.toThrow()
    expect(check(`${'[{"a":'.repeat(16)}[]${'}]'.repeat(16)}`)).toThrow(tooDeep)
    expect(check('['.repeat(1_000_000))).toThrow(tooDeep)
  })

  test.each([
    ['escaped quotes', `"${'\\"'.repeat(500_000)}"`],
    ['backslashes', `"${'\\'.repeat(999_999)}"`],
    ['digits', '9'.repeat(1_000_000)],
    ['white space', ' '.repeat(1_000_000)],
    ['colons', ':'.repeat(1_000_000)],
  ])('behavior: reads a megabyte of %s in linear time', (_what, text) => {
    // Takes milliseconds; quadratic time would take minutes.
    expect(cpuTimeOf(check(text))).toBeLessThan(1_000)
  })
})
