import { describe, expect, test } from 'vitest'
import { serve } from '../../test/serve.js'
import { createClient } from '../index.js'

const items = [{ sku: 'COFFEE-1', qty: 1 }]

describe('directory', () => {
  test('default', async () => {
    const { baseUrl, received } = await serve({ json: { directory: [], meta: { total: 0 } } })
    await createClient({ baseUrl }).directory.shops({ q: 'tea', categories: ['cafe', 'bar'] })
    expect(received).toMatchObject([
      { method: 'GET', url: '/api/directory/shops?q=tea&categories=cafe%2Cbar' },
    ])
  })

  test('behavior: lists items of a shop', async () => {
    const { baseUrl, received } = await serve({ json: { items: [{ sku: 'A' }], hasMore: false } })
    const client = createClient({ baseUrl })
    await client.directory.items('a/b', { limit: 1 })
    for await (const { sku } of client.directory.allItems('a')) expect(sku).toBe('A')
    expect(received.map(({ url }) => url)).toEqual([
      '/api/directory/shops/a%2Fb/items?limit=1',
      '/api/directory/shops/a/items?page=1',
    ])
  })

  test('behavior: quotes and places an order', async () => {
    const { baseUrl, received } = await serve(
      { json: { quote: { totalUsd: 4 } } },
      { json: { receipt: { receiptId: 'r' } } },
    )
    const { directory } = createClient({ baseUrl })
    await expect(directory.quote('shop', { items })).resolves.toEqual({ totalUsd: 4 })
    const options = { idempotencyKey: 'cart-1' }
    await expect(directory.order('shop', { items }, options)).resolves.toEqual({ receiptId: 'r' })
    expect(received).toMatchObject([
      { method: 'POST', url: '/api/directory/shops/shop/quote', body: JSON.stringify({ items }) },
      { url: '/api/directory/shops/shop/orders', headers: { 'idempotency-key': 'cart-1' } },
    ])
  })
})
