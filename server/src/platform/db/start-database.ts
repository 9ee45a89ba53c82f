import { setTimeout as sleep } from 'node:timers/promises'
import { type MigrateOptions, migrate } from './migrate.js'
import { StoreUnavailable } from './store-unavailable.js'

const retryMs = 1_000
const attemptsPerLine = 30

/**
 * Applies pending migrations and returns how many. Waits for a database that cannot be reached, unless the service can
 * start without it: then it returns null.
 */
export async function startDatabase(
  options: MigrateOptions & { canStartWithout: boolean; signal: AbortSignal },
): Promise<number | null> {
  const { log, signal } = options
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await migrate(options)
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      if (options.canStartWithout) return null
      if (attempt % attemptsPerLine === 0) {
        log.error(
          { err: error.cause },
          'the database of DATABASE_URL cannot be reached, and there is no snapshot to start without it; trying again',
        )
      }
      await sleep(retryMs, undefined, { signal }).catch(() => {})
      signal.throwIfAborted()
    }
  }
}
