import { describe, expect, test } from 'vitest'
import { serve } from '../../test/serve.js'
import { createClient } from '../index.js'

describe('reserve', () => {
  test('default', async () => {
    const { baseUrl, received } = await serve(
      { json: { balances: [], updatedAt: 7 } },
      { json: { recommendations: [], windowDays: 7, updatedAt: 7 } },
      { json: { history: [{ date: '2026-01-31' }] } },
    )
    const { reserve } = createClient({ baseUrl, apiKey: 'tly_test_key' })

    await expect(reserve.balances()).resolves.toEqual({ balances: [], updatedAt: 7 })
    await expect(reserve.recommend({ windowDays: 7 })).resolves.toMatchObject({ windowDays: 7 })
    await expect(reserve.history({ days: 2 })).resolves.toEqual([{ date: '2026-01-31' }])

    expect(received.map(({ method, url }) => [method, url])).toEqual([
      ['GET', '/api/reserve/balances'],
      ['GET', '/api/reserve/recommend?windowDays=7'],
      ['GET', '/api/reserve/history?days=2'],
    ])
  })
})
