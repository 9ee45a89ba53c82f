import { describe, expect, test } from 'vitest'
import { serve } from '../../test/serve.js'
import { createClient } from '../index.js'

describe('pricing', () => {
  test('default', async () => {
    const { baseUrl, received } = await serve({ json: { ok: true, config: { totalFeePct: 0.5 } } })
    await expect(createClient({ baseUrl }).pricing.get()).resolves.toEqual({ totalFeePct: 0.5 })
    expect(received).toMatchObject([{ method: 'GET', url: '/api/pricing/config' }])
  })
})
