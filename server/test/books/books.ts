import fc from 'fast-check'
import { createLogger } from '../../src/platform/log.js'
import { createRecordingAlerts } from '../fixtures/recording-alerts.js'
import { createTestContext } from '../harness.js'
import { createBooksChain } from './chain.js'
import { modelHistories } from './model.js'
import { type BooksBench, playHistory } from './play.js'

/** Creates a database and a chain for many histories, each with a merchant of its own. */
export async function createBooksBench(): Promise<BooksBench & { close(): Promise<void> }> {
  const test = await createTestContext()
  const errors: string[] = []
  const log = createLogger('error', { write: (line) => errors.push(line) })
  const { config } = test
  const ctx = { ...test, log, alerts: createRecordingAlerts(log) }
  return {
    ctx,
    withoutRates: { ...ctx, config: { ...config, fixedRates: {} } },
    chain: await createBooksChain(ctx),
    errors,
    close: test.close,
  }
}

/**
 * Plays random histories. A failure shows the shortest history found, with its seed and path. Set
 * SEED and HISTORY_PATH to play it again.
 */
export async function runBooks(bench: BooksBench, count: number): Promise<void> {
  const { SEED: seed, HISTORY_PATH: path } = process.env
  await fc.assert(
    fc.asyncProperty(modelHistories, (history) => playHistory(bench, history)),
    {
      numRuns: count,
      ...(seed ? { seed: Number(seed) } : {}),
      ...(path ? { path } : {}),
    },
  )
}
