import { setTimeout as sleep } from 'node:timers/promises'
import { type MigrateOptions, migrate } from './migrate.js'
import { StoreUnavailable } from './store-unavailable.js'

const retryMs = 1_000
const attemptsPerLine = 30

/**
 * Applies pending migrations and returns how many. Waits for a database that cannot be reached,
 * unless the service can start without it: then it returns null.
 */
export async function startDatabase(
  options: MigrateOptions & { canStartWithout: boolean; signal: AbortSignal },
): Promise<number | null> {
  const { log, signal, canStartWithout } = options
  // A service that can start without the database should not wait long for one that hangs.
  const timeout = canStartWithout ? { connectTimeoutMs: 2_000 } : {}
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await migrate({ ...options, ...timeout })
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      if (canStartWithout) return null
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
