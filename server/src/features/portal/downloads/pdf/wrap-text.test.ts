import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { orderWords, printableText, wrapText } from './wrap-text.js'

const measure = (text: string) => text.length
const wrap = (text: string, width: number) => wrapText(text, { width, measure })

describe('wrapText', () => {
  test('default', () => {
    expect(wrap('one two three', 8)).toEqual(['one two', 'three'])
  })

  test.each([
    ['', 5, ['']],
    ['exact', 5, ['exact']],
    ['a b', 3, ['a b']],
    ['abcdefgh', 3, ['abc', 'def', 'gh']],
    ['x abcdef', 4, ['x', 'abcd', 'ef']],
    ['abcdef x', 4, ['abcd', 'ef x']],
    ['éé', 1, ['é', 'é']],
    ['👩‍🚀👩‍🚀', 5, ['👩‍🚀', '👩‍🚀']],
    ['👩‍🚀', 1, ['👩‍🚀']],
  ])('behavior: wraps %j at %i to %j', (text, width, lines) => {
    expect(wrap(text, width)).toEqual(lines)
  })

  test('behavior: loses nothing, keeps lines within the width, and fills each line', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abc'), minLength: 1, maxLength: 12 })
    const text = fc.array(word, { minLength: 1, maxLength: 20 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 15 }), (sentence, width) => {
        const lines = wrap(sentence, width)
        expect(lines.join('').replaceAll(' ', '')).toBe(sentence.replaceAll(' ', ''))
        expect(Math.max(...lines.map(measure))).toBeLessThanOrEqual(width)
        lines.slice(1).forEach((line, index) => {
          const [first = ''] = line.split(' ')
          expect(measure(`${lines[index]} ${first}`)).toBeGreaterThan(width)
        })
      }),
      { numRuns: 300 },
    )
  })
})

describe('orderWords', () => {
  test('default', () => {
    expect(orderWords('two green teas')).toEqual(['two green teas'])
  })

  test.each([
    ['שלום עולם', ['עולם', 'שלום']],
    ['Tea שלום עולם now', ['Tea', 'עולם', 'שלום', 'now']],
    ['שלום green tea עולם', ['עולם', 'green', 'tea', 'שלום']],
    ['שלום 250 g', ['g', '250', 'שלום']],
    ['مرحبا بالعالم', ['بالعالم', 'مرحبا']],
    ['12 שלום', ['12', 'שלום']],
    ['', ['']],
  ])('behavior: orders %j as %j', (line, visual) => {
    expect(orderWords(line)).toEqual(visual)
  })

  test('behavior: keeps every word', () => {
    const word = fc.constantFrom('tea', 'שלום', 'عالم', '12', '-')
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), (words) => {
        const pieces = orderWords(words.join(' '))
        expect(pieces.join(' ').split(' ').toSorted()).toEqual(words.toSorted())
      }),
      { numRuns: 200 },
    )
  })
})

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
