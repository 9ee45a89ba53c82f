import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPartIndex, type PartWeights } from './part-index.js'

const anywhere = { inside: 1, start: 1, whole: 1 }
const graded = { inside: 1, start: 2, whole: 3 }

function marksOf(documents: string[][], part: string, weights: PartWeights): number[] {
  const index = createPartIndex()
  for (const terms of documents) index.add(new Set(terms))
  const marks = new Uint8Array(documents.length)
  index.mark(part, marks, weights)
  return [...marks]
}

describe('createPartIndex', () => {
  test('default', () => {
    expect(marksOf([['mug', 'blue'], ['smug'], ['cup']], 'mug', graded)).toEqual([3, 1, 0])
  })

  test('behavior: scores the best term and keeps a higher mark', () => {
    const index = createPartIndex()
    index.add(new Set(['smug', 'mugs']))
    const marks = Uint8Array.of(0)
    index.mark('mug', marks, graded)
    expect(marks[0]).toBe(2)
    marks[0] = 9
    index.mark('mug', marks, graded)
    expect(marks[0]).toBe(9)
  })

  test('behavior: ignores new terms above the maximum', () => {
    const index = createPartIndex({ maxTerms: 1 })
    index.add(new Set(['mug']))
    index.add(new Set(['cup', 'mug']))
    const marks = new Uint8Array(2)
    index.mark('cup', marks, graded)
    expect([...marks]).toEqual([0, 0])
    index.mark('mug', marks, graded)
    expect([...marks]).toEqual([3, 3])
    expect(index.weight()).toBeGreaterThan(0)
  })

  test('behavior: has no room for long texts before short ones are ignored', () => {
    const index = createPartIndex({ maxTerms: 1, termsPerDocument: 2 })
    index.add(new Set(['mug']))
    expect(index.hasRoomForText()).toBe(true)
    index.add(new Set(['cup', 'tea']))
    expect(index.hasRoomForText()).toBe(false)
    const marks = new Uint8Array(2)
    index.mark('tea', marks, graded)
    expect([...marks]).toEqual([0, 3])
  })

  test('behavior: limits the terms of all documents', () => {
    const index = createPartIndex({ maxEntries: 1 })
    for (const _ of [1, 2, 3]) index.add(new Set(['mug']))
    expect(index.hasRoomForText()).toBe(false)
    const marks = new Uint8Array(3)
    index.mark('mug', marks, graded)
    expect([...marks]).toEqual([3, 3, 0])
  })

  test('behavior: finds single letters, with equal and different scores', () => {
    const documents = [['a'], ['ab'], ['ba'], ['c'], []]
    expect(marksOf(documents, 'a', anywhere)).toEqual([1, 1, 1, 0, 0])
    expect(marksOf(documents, 'a', graded)).toEqual([3, 2, 1, 0, 0])
  })

  test('behavior: agrees with a scan of every term', () => {
    const term = fc.string({ unit: fc.constantFrom('a', 'b', '1', '-', 'é', '😀'), maxLength: 5 })
    const documents = fc.array(fc.array(term, { maxLength: 5 }), { maxLength: 20 })
    fc.assert(
      fc.property(documents, term, fc.constantFrom(anywhere, graded), (texts, part, weights) => {
        const expected = texts.map((terms) =>
          Math.max(0, ...terms.map((text) => gradeOf(text, part, weights))),
        )
        expect(marksOf(texts, part, weights)).toEqual(expected)
      }),
      { seed: 4, numRuns: 500 },
    )
  })
})

function gradeOf(text: string, part: string, { inside, start, whole }: PartWeights): number {
  if (!text.includes(part)) return 0
  return text === part ? whole : text.startsWith(part) ? start : inside
}
