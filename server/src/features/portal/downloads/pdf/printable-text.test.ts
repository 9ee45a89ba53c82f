import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { printableText } from './printable-text.js'

/** A font with European scripts only. */
const has = (codePoint: number) => codePoint < 0x0500 || codePoint === 0x25a1
const print = (text: string) => printableText(text, has)

describe('printableText', () => {
  test('default', () => {
    expect(print('Crème brûlée, Λάδι, Борщ')).toBe('Crème brûlée, Λάδι, Борщ')
  })

  test.each([
    ['日本茶', '□□□'],
    ['Tea 👨‍👩‍👧 for three', 'Tea □ for three'],
    ['👍🏽👍', '□□'],
    ['a\u202eb\u2066c', 'a b c'],
    ['a\0b\u001b[31mc\r\nd\te', 'a b [31mc d e'],
    ['a\u2028b', 'a b'],
    ['\ud800x', 'x'],
    ['e\u0301', 'é'],
    ['✔\ufe0f', '□'],
    ['a\ufe0f', 'a'],
    ['  a   b\u00a0\u00a0c ', 'a b c'],
    ['', ''],
    ['\n', ''],
  ])('behavior: prints %j as %j', (text, printed) => {
    expect(print(text)).toBe(printed)
  })

  test('behavior: returns one line of characters that the font has', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const printed = print(text)
        expect(Array.from(printed).every((sign) => has(sign.codePointAt(0) ?? 0))).toBe(true)
        expect(printed).not.toMatch(/\p{C}|\s\s|^\s|\s$|[^\S ]/u)
      }),
      { numRuns: 300 },
    )
  })
})
