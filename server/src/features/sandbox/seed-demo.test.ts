import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { seedDemo } from './seed-demo.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('seedDemo', () => {
  test('default', async () => {
    const { apiKey } = await seedDemo(app.ctx, 'a secret')
    const response = await app.inject({
      url: '/api/status/ping',
      headers: { 'x-api-key': apiKey },
    })
    expect(response.statusCode).toBe(200)
  })

  test('behavior: a second start makes no second key', async () => {
    const first = await seedDemo(app.ctx, 'a secret')
    expect(await seedDemo(app.ctx, 'a secret')).toEqual(first)
    const { rows } = await app.ctx.db.query('select count(*)::int as n from developer_keys')
    expect(rows).toEqual([{ n: 1 }])
  })
})
