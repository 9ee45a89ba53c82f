import { describe, expect, test } from 'vitest'
import { serve } from '../../test/serve.js'
import { createClient } from '../index.js'

describe('events', () => {
  test('default', async () => {
    const { baseUrl, received } = await serve({ json: { events: [], nextCursor: '7' } })
    const client = createClient({ baseUrl, apiKey: 'tly_test_0123456789_secret' })

    await expect(client.events.list()).resolves.toEqual({ events: [], nextCursor: '7' })
    await client.events.list({ after: '7', limit: 10 })

    expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/events',
      'GET /api/events?after=7&limit=10',
    ])
  })
})
