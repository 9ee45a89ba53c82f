import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { receiptFileName } from './receipt-file-name.js'

describe('receiptFileName', () => {
  test('default', () => {
    expect(receiptFileName('rcpt_2qgaccqvrnvhxc3bj6q009dx08')).toBe(
      'receipt-rcpt_2qgaccqvrnvhxc3bj6q009dx08.pdf',
    )
  })

  test.each([
    ['shop:42', 'receipt-shop-42.pdf'],
    ['../../etc', 'receipt-..-..-etc.pdf'],
    ['a"; x=\r\ny', 'receipt-a---x---y.pdf'],
    ['é', 'receipt--.pdf'],
  ])('behavior: %j is in a file called %s', (id, name) => {
    expect(receiptFileName(id)).toBe(name)
  })

  test('behavior: it ends the quotes of no header, and leaves no folder', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (id) => {
        expect(receiptFileName(id)).toMatch(/^receipt-[A-Za-z0-9._-]{0,100}\.pdf$/)
      }),
      { numRuns: 200 },
    )
  })
})
