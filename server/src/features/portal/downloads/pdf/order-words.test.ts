import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { orderWords } from './order-words.js'

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
  ])('behavior: orders %j as %j', (line, words) => {
    expect(orderWords(line)).toEqual(words)
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
