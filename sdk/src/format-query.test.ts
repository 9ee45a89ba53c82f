import { describe, expect, test } from 'vitest'
import { formatQuery } from './format-query.js'

describe('formatQuery', () => {
  test('default', () => {
    expect(formatQuery({ q: 'a & b', tags: ['x', 'y'], page: 2, taxable: false })).toBe(
      '?q=a+%26+b&tags=x%2Cy&page=2&taxable=false',
    )
  })

  test('behavior: returns an empty string without values', () => {
    expect(formatQuery({})).toBe('')
    expect(formatQuery({ q: undefined })).toBe('')
  })
})
