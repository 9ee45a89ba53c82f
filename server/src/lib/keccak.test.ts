import { keccak256 as reference, stringToBytes } from 'viem'
import { describe, expect, test } from 'vitest'
import { keccak256 } from './keccak.js'

describe('keccak256', () => {
  test.each(['', 'a', 'Überweisung', 'x'.repeat(135), 'x'.repeat(136), 'x'.repeat(1_000)])(
    'default: %s',
    (text) => {
      const expected = reference(stringToBytes(text)).slice(2)
      expect(keccak256(text)).toBe(expected)
      expect(keccak256(Buffer.from(text))).toBe(expected)
    },
  )
})
