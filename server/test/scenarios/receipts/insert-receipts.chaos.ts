import fc from 'fast-check'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { createTestApp, type TestApp } from '../../harness.js'
import { aShelf, sameOutcomes } from './insert-receipts.properties.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('insertReceipts', () => {
  test('property: batches have the same outcomes as single inserts, over 10,000 mixes', async () => {
    const [batched, single] = [await aShelf(app), await aShelf(app)]
    await fc.assert(sameOutcomes(app, { batched, single }), { numRuns: 10_000 })
  })
})
