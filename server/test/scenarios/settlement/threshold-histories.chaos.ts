import { describe, test } from 'vitest'
import { createHistoryBench, runHistories } from '../../history/histories.js'

const count = 700
const threshold = { settleMinUsd: 20, settleWithinHours: 1 }

describe('settlement with a threshold', () => {
  // Each has a database of its own, because a database slows down with its content.
  test.each([1, 2])(
    'behavior: no sale waits longer than it may through 700 random histories, part %d',
    async (part) => {
      const bench = await createHistoryBench()
      await runHistories(bench, { mode: 'live', threshold, count, from: 1 + (part - 1) * count })
      await bench.app.close()
    },
  )
})
