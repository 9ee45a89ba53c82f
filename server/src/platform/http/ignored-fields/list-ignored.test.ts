import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { knownFields } from './known-fields.js'
import { listIgnored } from './list-ignored.js'

const schema = Type.Object({
  name: Type.String(),
  tax: Type.Object({ rate: Type.Number() }),
  lines: Type.Array(Type.Object({ label: Type.String() })),
  metadata: Type.Object({ known: Type.String() }, { additionalProperties: true }),
  any: Type.Any(),
})

describe('listIgnored', () => {
  const paths = (value: unknown, of: unknown = schema) =>
    listIgnored(value, knownFields(of)).map(({ path }) => path)

  test('default', () => {
    const value = {
      nme: 'a',
      tax: { rate: 1, rat: 2 },
      lines: [{ label: 'a', x: 1 }, { x: 2 }],
      metadata: { free: true },
      any: { free: true },
    }
    expect(paths(value)).toEqual(['nme', 'tax.rat', 'lines[].x'])
  })

  test('behavior: knows the fields of every alternative', () => {
    const either = Type.Union([
      Type.Object({ a: Type.String() }),
      Type.Object({ b: Type.String() }),
      Type.Null(),
    ])
    expect(paths({ a: '', b: '', c: '' }, either)).toEqual(['c'])
    expect(paths(null, either)).toEqual([])
  })

  test('behavior: lists at most 20', () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`x${index}`, 1]))
    expect(paths(many)).toHaveLength(20)
    expect(paths({ tax: many, ...many })).toHaveLength(20)
  })

  test.each([[null], ['text'], [[1]], [undefined]])('behavior: %j has no fields', (value) => {
    expect(paths(value)).toEqual([])
  })
})
