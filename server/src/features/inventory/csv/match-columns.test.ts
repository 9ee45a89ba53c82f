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

  test('behavior: ignores case, spaces, underscores and hyphens', () => {
    expect(match(' SKU ', 'Price USD', 'stock_qty', 'price-includes-tax')).toEqual([
      ...['sku', 'priceUsd', 'stockQty', 'priceIncludesTax'],
    ])
  })

  test('behavior: ignores read-only columns, even twice', () => {
    expect(match('id', 'sku', 'createdAt', 'Updated At', 'reservedQty', 'wallet', 'ID')).toEqual([
      ...['ignored', 'sku', 'ignored', 'ignored', 'ignored', 'ignored', 'ignored'],
    ])
  })

  test('behavior: marks columns without a name', () => {
    expect(match('sku', '', ' ')).toEqual(['sku', 'nameless', 'nameless'])
  })

  test('error: lists the known columns for an unknown one', () => {
    expect(match('sku', 'Color')).toEqual([
      expect.stringMatching(
        /^Color is not a known column; the columns are sku, name, .*, options$/,
      ),
    ])
  })

  test.each(['attributes', '__proto__', 'constructor', 'x'.repeat(1_000_000)])(
    'error: refuses %.40s as a column',
    (name) => {
      const [problem = ''] = match('sku', name)
      expect(problem).toContain('is not a known column')
      expect(problem.length).toBeLessThan(300)
    },
  )

  test('error: refuses a repeated column', () => {
    expect(match('sku', 'Price USD', 'price_usd')).toEqual(['the column priceUsd appears twice'])
  })

  test('error: reports a missing SKU column among other problems', () => {
    expect(match('name', 'name')).toEqual([
      'the column name appears twice',
      'the column sku is missing',
    ])
  })

  test('error: refuses too many columns', () => {
    const header = ['sku', ...Array.from({ length: 99 }, () => 'id')]
    expect(match(...header)).toHaveLength(100)
    expect(match(...header, 'id')).toEqual(['there are more than 100 columns'])
  })
})
