import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseObject } from './parse-object.js'

describe('parseObject', () => {
  test('default', () => {
    expect(parseObject('{"status":"paid"}')).toEqual({ status: 'paid' })
  })

  test.each(['', 'null', '7', '"text"', 'true', '{', '<html>', 'undefined'])(
    'error: %j',
    (text) => {
      expect(parseObject(text)).toBeNull()
    },
  )

  test('property: parses what JSON.stringify wrote, and nothing else', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (value, noise) => {
        const text = JSON.stringify(value)
        expect(parseObject(text)).toEqual(JSON.parse(text))
        expect(parseObject(`${text}x${noise}`)).toBeNull()
      }),
      { numRuns: 200 },
    )
  })
})
