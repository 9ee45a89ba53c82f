import { describe, expect, test } from 'vitest'
import { readShopItemsQuery } from './read-shop-items-query.js'

describe('readShopItemsQuery', () => {
  test('default', () => {
    expect(readShopItemsQuery({ q: 'mug', category: 'Cups', tags: 'new', limit: '5' })).toEqual({
      filter: {
        q: 'mug',
        category: 'Cups',
        taxable: null,
        stock: null,
        minUsdCents: null,
        maxUsdCents: null,
        tags: { names: ['new'], mode: 'any' },
        pack: null,
        parentSku: null,
        active: true,
      },
      sort: 'name',
      order: 'asc',
      offset: 0,
      limit: 5,
      page: 1,
    })
  })

  test.each([
    [{}, 'name', 'asc'],
    [{ order: 'desc' }, 'name', 'desc'],
    [{ sort: 'priceUsd' }, 'priceUsd', 'asc'],
    [{ sort: 'updatedAt', order: 'desc' }, 'updatedAt', 'desc'],
    [{ sort: '', order: '', tagsMode: '' }, 'name', 'asc'],
  ])('behavior: %j sorts by %s, %s', (query, sort, order) => {
    expect(readShopItemsQuery(query)).toMatchObject({ sort, order })
  })

  test('behavior: ignores the filters of merchants', () => {
    const knownQuery = { q: 'mug' }
    const unknown = { stock: 'out', taxable: 'nonsense', pack: 'retail', active: 'false' }
    expect(readShopItemsQuery({ ...knownQuery, ...unknown })).toEqual(
      readShopItemsQuery(knownQuery),
    )
  })

  test.each([
    { limit: 'x' },
    { page: 'x' },
    { priceMin: 'cheap' },
    { q: 'x'.repeat(201) },
    { sort: 'color' },
    { sort: 'stockQty' },
    { order: 'random' },
    { tags: 'new', tagsMode: 'some' },
  ])('error: %j', (query) => {
    expect(() => readShopItemsQuery(query)).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    )
  })
})
