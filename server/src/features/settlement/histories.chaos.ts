import { afterAll, beforeAll, describe, test } from 'vitest'
import { createHistoryBench, type HistoryBench, liveHistories } from '../../../test/histories.js'

let bench: HistoryBench
beforeAll(async () => {
  bench = await createHistoryBench()
})
afterAll(() => bench.app.close())

describe('settlement', () => {
  test('through two thousand histories of the chain, receipts are what it says', async () => {
    await liveHistories(bench, 2_000)
  })
})
