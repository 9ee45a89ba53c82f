import { describe, test } from 'vitest'
import { createHistoryBench, runHistories } from '../../history/histories.js'

const count = 625

describe('settlement', () => {
  // Each has a database of its own, because a database slows down with its content.
  test.each([1, 2, 3, 4])(
    'behavior: receipts match the chain through 625 random histories, part %d',
    async (part) => {
      const bench = await createHistoryBench()
      await runHistories(bench, { mode: 'live', count, from: 1 + (part - 1) * count })
      await bench.app.close()
    },
  )
})
