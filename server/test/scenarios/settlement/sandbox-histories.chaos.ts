import { describe, test } from 'vitest'
import { createHistoryBench, runHistories } from '../../history/histories.js'

const count = 500

describe('settlement in a sandbox', () => {
  // Each has a database of its own, because a database slows down with its content.
  test.each([1, 2, 3, 4])(
    'behavior: receipts match the chain through 500 random histories, part %d',
    async (part) => {
      const bench = await createHistoryBench()
      await runHistories(bench, { mode: 'sandbox', count, from: 1 + (part - 1) * count })
      await bench.app.close()
    },
  )
})
