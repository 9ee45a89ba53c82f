import { describe, expect, test } from 'vitest'
import { serve } from '../../test/serve.js'
import { createClient } from '../index.js'

describe('reports', () => {
  test('default', async () => {
    const { baseUrl, received } = await serve({ json: { ok: true, totals: { orders: 3 } } })
    const { reports } = createClient({ baseUrl, apiKey: 'tly_test_key' })

    await expect(reports.summary()).resolves.toEqual({ totals: { orders: 3 } })
    await reports.settlement({ from: 1, to: 2 })
    await reports.home({ timeZone: 'Europe/Berlin' })
    await reports.items({ limit: 5 })
    await reports.funnel({ from: 1 })
    await reports.subscriptions({ to: 2 })
    await reports.tax({ period: 'quarter' })

    expect(received.map(({ method, url }) => [method, url])).toEqual([
      ['GET', '/api/reports/summary'],
      ['GET', '/api/reports/settlement?from=1&to=2'],
      ['GET', '/api/reports/home?timeZone=Europe%2FBerlin'],
      ['GET', '/api/reports/items?limit=5'],
      ['GET', '/api/reports/funnel?from=1'],
      ['GET', '/api/reports/subscriptions?to=2'],
      ['GET', '/api/reports/tax?period=quarter'],
    ])
  })
})
