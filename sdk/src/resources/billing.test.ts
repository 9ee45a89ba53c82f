import { describe, expect, test } from 'vitest'
import { serve } from '../../test/serve.js'
import { createClient } from '../index.js'

describe('billing', () => {
  test('default', async () => {
    const { baseUrl, received } = await serve({ json: { ok: true, remainingSeconds: 86_400 } })

    const client = createClient({ baseUrl, apiKey: 'tly_test_key' })
    await expect(client.billing.balance()).resolves.toMatchObject({ remainingSeconds: 86_400 })

    await client.billing.limits()

    expect(received).toMatchObject([
      { method: 'GET', url: '/api/billing/balance' },
      { method: 'GET', url: '/api/billing/limits' },
    ])
  })
})
