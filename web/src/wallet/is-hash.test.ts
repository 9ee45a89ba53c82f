import { describe, expect, test } from 'vitest'
import { isHash } from './is-hash.js'

const hash = `0x${'aB'.repeat(32)}`

describe('isHash', () => {
  test('default', () => {
    expect(isHash(hash)).toBe(true)
  })

  test.each([hash.slice(2), `${hash}0`, `${hash}\n`, hash.slice(0, -2), '0x', '', null, [hash]])(
    'error: %j',
    (value) => {
      expect(isHash(value)).toBe(false)
    },
  )
})
