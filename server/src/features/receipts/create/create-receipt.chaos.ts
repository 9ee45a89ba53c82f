import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSeller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { raceCreates, sumsProperty } from './create-receipt.properties.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('POST /api/receipts', () => {
  test('behavior: concurrent requests with one id create one receipt, 500 times', async () => {
    const seller = await aSeller(app, { callsPerMinute: 1_000_000 })
    expect(await raceCreates(seller, { rounds: 500, racers: 8 })).toEqual([])
  })

  test('property: lines sum to totals in both currencies', async () => {
    const seller = await aSeller(app, { callsPerMinute: 1_000_000 })
    await fc.assert(sumsProperty(app, seller), { seed: 5, numRuns: 3_000 })
  })
})
