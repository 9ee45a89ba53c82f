import { describe, expect, test } from 'vitest'
import { serve } from '../test/serve.js'
import { createClient } from './index.js'

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

const clientOf = (baseUrl: string) =>
  createClient({ baseUrl, apiKey: 'tly_test_0123456789_secret' })

describe('listAll', () => {
  test('default', async () => {
    const { baseUrl, received } = await serve(
      { json: { receipts: [{ receiptId: 'a' }, { receiptId: 'b' }], nextCursor: 'c1' } },
      { json: { receipts: [{ receiptId: 'c' }], nextCursor: null } },
    )
    const receipts = await collect(clientOf(baseUrl).receipts.listAll({ status: 'paid', limit: 2 }))

    expect(receipts.map(({ receiptId }) => receiptId)).toEqual(['a', 'b', 'c'])
    expect(received.map(({ url }) => url)).toEqual([
      '/api/receipts?status=paid&limit=2',
      '/api/receipts?status=paid&limit=2&cursor=c1',
    ])
  })

  test('behavior: requests the next page only when it is needed', async () => {
    const { baseUrl, received } = await serve({ json: { receipts: [{}], nextCursor: 'c' } })
    for await (const _ of clientOf(baseUrl).receipts.listAll()) break
    expect(received).toHaveLength(1)
  })

  test('behavior: a feed ends with an empty page, although it has a cursor', async () => {
    const { baseUrl, received } = await serve(
      { json: { events: [{ id: '1' }], nextCursor: '7' } },
      { json: { events: [], nextCursor: '7' } },
    )
    expect(await collect(clientOf(baseUrl).events.listAll({ after: '3' }))).toHaveLength(1)
    expect(received.map(({ url }) => url)).toEqual(['/api/events?after=3', '/api/events?after=7'])
  })

  test('behavior: counts pages of items', async () => {
    const { baseUrl, received } = await serve(
      { json: { items: [{ sku: 'A' }], hasMore: true } },
      { json: { items: [{ sku: 'B' }], hasMore: false } },
    )
    expect(await collect(clientOf(baseUrl).inventory.listAll({ q: 'x' }))).toHaveLength(2)
    expect(received.map(({ url }) => url)).toEqual([
      '/api/inventory?q=x&page=1',
      '/api/inventory?q=x&page=2',
    ])
  })

  test('behavior: skips the shops and users it has', async () => {
    const { baseUrl, received } = await serve(
      { json: { directory: [{}, {}], meta: { total: 3 } } },
      { json: { directory: [{}], meta: { total: 3 } } },
      { json: { users: [{}], meta: { total: 1 } } },
    )
    expect(await collect(clientOf(baseUrl).directory.allShops())).toHaveLength(3)
    expect(await collect(clientOf(baseUrl).users.searchAll())).toHaveLength(1)
    expect(received.map(({ url }) => url)).toEqual([
      '/api/directory/shops?offset=0',
      '/api/directory/shops?offset=2',
      '/api/users/search?offset=0',
    ])
  })
})
