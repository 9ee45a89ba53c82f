import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keyOf, pressKey } from './keypad.js'

const digits = fc.array(fc.constantFrom('0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '00'))

describe('pressKey', () => {
  test('default: typed digits equal cents', () => {
    fc.assert(
      fc.property(digits, (keys) => {
        const text = keys.join('').slice(0, 10)
        const cents = [...text].reduce((typed, key) => pressKey(typed, keyOf(key) ?? 'clear'), 0)
        expect(cents).toBe(Number(text))
      }),
    )
  })

  test('behavior: 00 is two zeros, and back undoes a digit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (cents) => {
        expect(pressKey(cents, '00')).toBe(pressKey(pressKey(cents, '0'), '0'))
        expect(pressKey(pressKey(cents, '7'), 'back')).toBe(cents)
      }),
    )
  })

  test('behavior: a digit beyond the limit is ignored', () => {
    expect(pressKey(9_999_999_999, '9')).toBe(9_999_999_999)
    expect(pressKey(1_234, 'clear')).toBe(0)
  })
})
