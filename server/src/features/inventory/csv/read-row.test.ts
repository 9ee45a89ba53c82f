import { describe, expect, test } from 'vitest'
import { testConfig } from '../../../../test/test-config.js'
import { cents } from '../../../lib/money.js'
import { itemRules } from '../item-rules.js'
import { matchColumns } from './match-columns.js'
import { readRow } from './read-row.js'

const rules = itemRules({ ...testConfig(), mode: 'live' })

function read(header: string, ...cells: string[]) {
  const matched = matchColumns(header.split(','))
  if ('problems' in matched) throw new Error(matched.problems.join())
  return readRow(cells, { columns: matched.columns, rules })
}

describe('readRow', () => {
  test('default', () => {
    expect(read('sku,name,priceUsd,tags,taxable', 'T-1', 'Tea', '4.50', 'hot;iced', 'no')).toEqual({
      change: {
        sku: 'T-1',
        name: 'Tea',
        priceUsd: cents(450n),
        tags: ['hot', 'iced'],
        taxable: false,
      },
    })
  })

  test('behavior: ignores blank and missing cells', () => {
    expect(read('sku,name,description,priceUsd', 'T-1', '', ' \t')).toEqual({
      change: { sku: 'T-1' },
    })
  })

  test('behavior: removes the apostrophe that prevents formulas', () => {
    expect(read('sku,name,stockQty', "'-1", "''tis", "'-1")).toEqual({
      change: { sku: '-1', name: "'tis", stockQty: -1 },
    })
  })

  test('behavior: accepts any value in an ignored column', () => {
    expect(read('id,sku', 'itm_1', 'T-1')).toEqual({ change: { sku: 'T-1' } })
  })

  test('behavior: applies the rules of the JSON route and returns every problem', () => {
    expect(
      read('sku,name,priceUsd,stockQty,currency,active', 'T-1', '<b>', '1.005', 'x', 'GBP', '2'),
    ).toEqual({
      problems: [
        'stockQty must be a plain number such as 14.50',
        'active must be true, false, yes, no, 1 or 0',
        expect.stringContaining('name must be plain text'),
        expect.stringContaining('priceUsd must be a number from 0'),
        'currency must be one of USD, EUR',
      ],
    })
  })

  test('error: no SKU', () => {
    expect(read('sku,name', ' ', 'Tea')).toEqual({ problems: ['sku must not be empty'] })
  })

  test('error: refuses a value in a column without a name', () => {
    const problems = ['there is a value in column 3, which has no name']
    expect(read('sku,name', 'T-1', 'Tea', ' green')).toEqual({ problems })
    expect(read('sku,name,', 'T-1', 'Tea', 'green')).toEqual({ problems })
    expect(read('sku,name,', 'T-1', 'Tea', ' ', '', '')).toHaveProperty('change')
  })
})
