import { describe, expect, test } from 'vitest'
import { serve } from '../../test/serve.js'
import { createClient } from '../index.js'

describe('shop', () => {
  test('default', async () => {
    const { baseUrl, received } = await serve({ json: { config: { slug: 'notch-and-bean' } } })
    const client = createClient({ baseUrl, apiKey: 'tly_test_0123456789_secret' })

    await expect(client.shop.get()).resolves.toEqual({ slug: 'notch-and-bean' })

    expect(received).toMatchObject([{ method: 'GET', url: '/api/shop/config' }])
  })
})
