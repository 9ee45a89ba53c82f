import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wrapText } from './wrap-text.js'

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
