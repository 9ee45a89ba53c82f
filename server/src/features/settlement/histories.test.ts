import { afterAll, beforeAll, describe, test } from 'vitest'
import { createHistoryBench, type HistoryBench, liveHistories } from '../../../test/histories.js'

let bench: HistoryBench
beforeAll(async () => {
  bench = await createHistoryBench()
}, 60_000)
afterAll(() => bench.app.close())

describe('settlement', () => {
  test('through twenty histories of the chain, receipts are what it says', {
    timeout: 60_000,
  }, async () => {
    await liveHistories(bench, 20)
  })
})
