import { describe, expect, test } from 'vitest'
import { testConfig } from '../../../test/test-config.js'
import { fitPage } from './fit-page.js'
import { readItemQuery } from './read-item-query.js'

const query = readItemQuery({ limit: '200', page: '3' })
const config = testConfig()
const fit = (paged: typeof query, largest: number[]) => fitPage(config, { query: paged, largest })
const items = (count: number, bytes: number) => Array<number>(count).fill(bytes)

describe('fitPage', () => {
  test('default: short items keep the limit', () => {
    expect(fit(query, items(200, 2_000))).toBe(query)
    expect(fit(query, [...items(10, 20_000), ...items(190, 500)])).toBe(query)
  })

  test('behavior: long items lower it, and the offset follows', () => {
    expect(fit(query, items(200, 20_000))).toEqual({ ...query, limit: 25, offset: 50 })
  })

  test('behavior: a page has at least one item', () => {
    expect(fit(query, items(2, 900_000))).toMatchObject({ limit: 1, offset: 2 })
  })

  test('behavior: a smaller limit stays', () => {
    const small = readItemQuery({ limit: '10' })
    expect(fit(small, items(10, 20_000))).toBe(small)
  })
})
