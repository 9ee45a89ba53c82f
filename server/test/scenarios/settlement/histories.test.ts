// @module-tag slow
import { afterAll, beforeAll, describe, test } from 'vitest'
import { createHistoryBench, type HistoryBench, runHistories } from '../../history/histories.js'

let bench: HistoryBench
beforeAll(async () => {
  bench = await createHistoryBench()
}, 60_000)
afterAll(() => bench.app.close())

describe('settlement', () => {
  test('behavior: receipts match the chain through 4 random histories', {
    timeout: 120_000,
  }, async () => {
    const threshold = { settleMinUsd: 20, settleWithinHours: 1 }
    await runHistories(bench, { mode: 'live', count: 2 })
    await runHistories(bench, { mode: 'live', threshold, count: 1, from: 3 })
    await runHistories(bench, { mode: 'sandbox', count: 1 })
  })
})
