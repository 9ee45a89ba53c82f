import { describe, expect, test } from 'vitest'
import { serve } from '../../test/serve.js'
import { createClient } from '../index.js'

describe('split', () => {
  test('default', async () => {
    const { baseUrl, received } = await serve({ json: { ok: true, split: null } }, { json: [] })
    const { split } = createClient({ baseUrl })
    await expect(split.get()).resolves.toBeNull()
    await expect(split.transactions({ limit: 3 })).resolves.toEqual([])
    expect(received.map(({ url }) => url)).toEqual([
      '/api/split/deploy',
      '/api/split/transactions?limit=3',
    ])
  })
})
