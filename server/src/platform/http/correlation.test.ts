import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCorrelationIds } from './correlation.js'

const ownPattern = /^req_[0-9a-hjkmnp-tv-z]{16}_[0-9a-z]{7}$/
const correlationIdOf = createCorrelationIds()

describe('createCorrelationIds', () => {
  test('default', () => {
    expect(idOf(undefined)).toMatch(ownPattern)
    expect(idOf('checkout-2026:7f3a.1_b')).toBe('checkout-2026:7f3a.1_b')
  })

  test('behavior: returns a new id each time', () => {
    const ids = Array.from({ length: 100 }, () => idOf(undefined))
    expect(new Set(ids).size).toBe(100)
  })

  test('behavior: ids of two processes never collide', () => {
    const others = createCorrelationIds()
    expect(others({ headers: {} }).slice(0, 20)).not.toBe(idOf(undefined).slice(0, 20))
  })

  test.each([8, 128])('behavior: accepts an id of %i characters', (length) => {
    expect(idOf('a'.repeat(length))).toBe('a'.repeat(length))
  })

  test.each([
    '',
    'a'.repeat(7),
    'a'.repeat(129),
    '-abcdefgh',
    '.abcdefgh',
    '_abcdefgh',
    'abcd efgh',
    'abcdefgh\n',
    'abcdefgh\r\nset-cookie: a=b',
    'abcdefgh, abcdefgh',
    '"abcdefgh"',
    '{"a":"bcdefgh"}',
    'äbcdefghij',
    '../../etc/passwd',
  ])('error: replaces %j with a new id', (input) => {
    expect(idOf(input)).toMatch(ownPattern)
  })

  test('error: replaces two headers with a new id', () => {
    expect(idOf(['abcdefgh', 'abcdefgh'])).toMatch(ownPattern)
  })

  test('property: returns only ids that are safe in a log line', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[a-z0-9._:\r\n -]{6,130}$/)),
        (input) => /^[\w.:-]{8,128}$/.test(idOf(input)),
      ),
      { seed: 1, numRuns: 1_000 },
    )
  })
})

function idOf(input: string | string[] | undefined): string {
  return correlationIdOf({ headers: { 'x-correlation-id': input } })
}
