import { describe, expect, test } from 'vitest'
import { serve } from '../../test/serve.js'
import { createClient } from '../index.js'

describe('inventory', () => {
  test('default', async () => {
    const { baseUrl, received } = await serve(
      { json: { items: [], total: 0 } },
      { json: { items: [], total: 0 } },
      { json: { created: true } },
      { json: { deleted: true } },
    )
    const { inventory } = createClient({ baseUrl, apiKey: 'tly_test_0123456789_secret' })

    await expect(inventory.list()).resolves.toEqual({ items: [], total: 0 })
    await inventory.list({ q: 'blue mug', tags: ['a', 'b'], page: 2 })
    const mug = { sku: 'MUG-1', name: 'Mug', priceUsd: 12.5 }
    await expect(inventory.upsert(mug)).resolves.toEqual({ created: true })
    await expect(inventory.delete('itm_1')).resolves.toEqual({ deleted: true })

    expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/inventory',
      'GET /api/inventory?q=blue+mug&tags=a%2Cb&page=2',
      'POST /api/inventory',
      'DELETE /api/inventory?id=itm_1',
    ])
    expect(JSON.parse(received[2]?.body ?? '')).toEqual(mug)
  })
})
