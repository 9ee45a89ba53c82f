import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../lib/errors.js'
import { readShopQuery } from './read-shop-query.js'

const everything = { q: null, categories: null, keywords: null, onlyOpen: false }

describe('readShopQuery', () => {
  test('default', () => {
    expect(readShopQuery({})).toEqual({ filter: everything, offset: 0, limit: 20 })
    expect(
      readShopQuery({
        q: 'Tea',
        categories: 'Food, Hot Drinks,',
        keywords: 'a',
        open: 'true',
        offset: '3',
        limit: '7',
      }),
    ).toEqual({
      filter: { q: 'Tea', categories: ['Food', 'Hot Drinks'], keywords: ['a'], onlyOpen: true },
      offset: 3,
      limit: 7,
    })
  })

  test('behavior: ignores empty fields', () => {
    expect(
      readShopQuery({ q: ' \t', categories: ' , ,', keywords: '', offset: '', limit: '' }),
    ).toEqual({ filter: everything, offset: 0, limit: 20 })
  })

  test.each([
    ['0', 1],
    ['-5', 1],
    ['51', 50],
    ['1e3', 50],
    ['1e', null],
    ['NaN', null],
    ['50.9', 50],
    ['9'.repeat(400), 50],
  ])('behavior: clamps or refuses the limit %s', (limit, expected) => {
    if (expected === null) expect(() => readShopQuery({ limit })).toThrow(AppError)
    else expect(readShopQuery({ limit }).limit).toBe(expected)
  })

  test('behavior: clamps the offset', () => {
    expect(readShopQuery({ offset: '-1' }).offset).toBe(0)
    expect(readShopQuery({ offset: '99999999999' }).offset).toBe(1_000_000)
  })

  test('behavior: accepts the longest text', () => {
    expect(readShopQuery({ q: 'x'.repeat(200) }).filter.q).toHaveLength(200)
    expect(readShopQuery({ q: '1 2 3 4 5 6 7 8' }).filter.q).toBe('1 2 3 4 5 6 7 8')
  })

  test('behavior: accepts any text or refuses it with a reason', () => {
    const input = fc.record(
      {
        q: fc.string({ unit: 'binary', maxLength: 300 }),
        categories: fc.string({ unit: 'binary' }),
        keywords: fc.string({ unit: 'binary' }),
        offset: fc.oneof(fc.string(), fc.double().map(String)),
        limit: fc.oneof(fc.string(), fc.double().map(String)),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(input, (query) => {
        try {
          const { offset, limit, filter } = readShopQuery(query)
          expect(Number.isInteger(offset) && offset >= 0 && offset <= 1_000_000).toBe(true)
          expect(Number.isInteger(limit) && limit >= 1 && limit <= 50).toBe(true)
          const terms = [...(filter.categories ?? []), ...(filter.keywords ?? [])]
          expect(terms.every((term) => term !== '' && !term.includes(','))).toBe(true)
        } catch (error) {
          expect(error).toMatchObject({ code: 'invalid_input' })
        }
      }),
      { seed: 8, numRuns: 300 },
    )
  })

  test.each([
    [{ q: 'x'.repeat(201) }, 'q must have at most 200 characters'],
    [{ q: '1 2 3 4 5 6 7 8 9' }, 'q must have at most 8 words'],
    [{ offset: 'x' }, 'offset must be a whole number.'],
    [{ limit: 'many' }, 'limit must be a whole number.'],
    [{ limit: 'NaN' }, 'limit must be a whole number.'],
  ])('error: %j', (query, message) => {
    expect(() => readShopQuery(query)).toThrow(new AppError('invalid_input', message))
  })
})
