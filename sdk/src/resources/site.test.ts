import { describe, expect, test } from 'vitest'
import { serve } from '../../test/serve.js'
import { createClient } from '../index.js'

describe('site', () => {
  test('default', async () => {
    const { baseUrl, received } = await serve({ json: { processingFeePct: 0.5 } })

    const client = createClient({ baseUrl })
    await expect(client.site.get()).resolves.toEqual({ processingFeePct: 0.5 })

    expect(received).toMatchObject([{ method: 'GET', url: '/api/site/config' }])
  })
})
