import { describe, expect, test } from 'vitest'
import { serve } from '../../test/serve.js'
import { createClient } from '../index.js'

describe('requests', () => {
  test('default', async () => {
    const { baseUrl, received } = await serve({
      json: { ok: true, requests: [], nextCursor: null },
    })

    const client = createClient({ baseUrl, apiKey: 'tly_test_key' })
    const query = { status: '4xx', route: '/api/receipts/{id}', limit: 10 } as const
    await expect(client.requests.list(query)).resolves.toMatchObject({ requests: [] })

    const [{ url = '' } = {}] = received
    const { pathname, searchParams } = new URL(url, baseUrl)
    expect(pathname).toBe('/api/requests')
    expect(Object.fromEntries(searchParams)).toEqual({ ...query, limit: '10' })
  })
})
