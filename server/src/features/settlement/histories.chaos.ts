import { afterAll, beforeAll, describe, test } from 'vitest'
import { createHistoryBench, type HistoryBench, runHistories } from '../../../test/histories.js'

let bench: HistoryBench
beforeAll(async () => {
  bench = await createHistoryBench()
})
afterAll(() => bench.app.close())

describe('settlement', () => {
  test('behavior: receipts match the chain through 2,000 random histories', async () => {
    await runHistories(bench, 2_000)
  })
})
