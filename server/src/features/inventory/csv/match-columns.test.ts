import { describe, expect, test } from 'vitest'
import { matchColumns } from './match-columns.js'

function match(...header: string[]) {
  const matched = matchColumns(header)
  if ('problems' in matched) return matched.problems
  return matched.columns.map((column) => (typeof column === 'object' ? column.name : column))
}

describe('matchColumns', () => {
  test('default', () => {
    expect(match('sku', 'name', 'priceUsd')).toEqual(['sku', 'name', 'priceUsd'])
  })

  test('behavior: case, spaces, underscores and hyphens do not matter', () => {
    expect(match(' SKU ', 'Price USD', 'stock_qty', 'price-includes-tax')).toEqual([
      ...['sku', 'priceUsd', 'stockQty', 'priceIncludesTax'],
    ])
  })

  test('behavior: what a file cannot change is passed over, also twice', () => {
    expect(match('id', 'sku', 'createdAt', 'Updated At', 'reservedQty', 'wallet', 'ID')).toEqual([
      ...['ignored', 'sku', 'ignored', 'ignored', 'ignored', 'ignored', 'ignored'],
    ])
  })

  test('behavior: columns without a name are told apart', () => {
    expect(match('sku', '', ' ')).toEqual(['sku', 'nameless', 'nameless'])
  })

  test('error: an unknown column, with the known ones', () => {
    expect(match('sku', 'Colour')).toEqual([
      expect.stringMatching(/^Colour is not a column; the columns are sku, name, .*, active$/),
    ])
  })

  test.each(['attributes', '__proto__', 'constructor', 'x'.repeat(1_000_000)])(
    'error: %.40s is no column',
    (name) => {
      const [problem = ''] = match('sku', name)
      expect(problem).toContain('is not a column')
      expect(problem.length).toBeLessThan(300)
    },
  )

  test('error: a column twice', () => {
    expect(match('sku', 'Price USD', 'price_usd')).toEqual(['the column priceUsd is there twice'])
  })

  test('error: no SKU, among other problems', () => {
    expect(match('name', 'name')).toEqual([
      'the column name is there twice',
      'the column sku is missing',
    ])
  })

  test('error: more columns than anybody needs', () => {
    const header = ['sku', ...Array.from({ length: 99 }, () => 'id')]
    expect(match(...header)).toHaveLength(100)
    expect(match(...header, 'id')).toEqual(['there are more than 100 columns'])
  })
})
