import { describe, expect, test } from 'vitest'
import { serve } from '../../test/serve.js'
import { createClient } from '../index.js'

describe('users', () => {
  test('default', async () => {
    const page = { ok: true, users: [], meta: { total: 0, limit: 5, offset: 0 } }
    const { baseUrl, received } = await serve({ json: page })

    const client = createClient({ baseUrl, apiKey: 'tly_test_key' })
    await expect(
      client.users.search({ q: 'tea & cake', xpMin: 10, sort: 'name', limit: 5 }),
    ).resolves.toEqual(page)
    await client.users.search()
    await client.users.live({ limit: 3 })

    expect(received).toMatchObject([
      { method: 'GET', url: '/api/users/search?q=tea+%26+cake&xpMin=10&sort=name&limit=5' },
      { method: 'GET', url: '/api/users/search' },
      { method: 'GET', url: '/api/users/live?limit=3' },
    ])
  })
})
