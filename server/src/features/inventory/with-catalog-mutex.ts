import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'

/**
 * Runs work that locks a merchant's catalog, one at a time per process. Waiting for the lock in the
 * database would occupy a connection.
 */
export function withCatalogMutex<Result>(
  ctx: Pick<Context, 'mutex'>,
  { merchant, work }: { merchant: Address; work: () => Promise<Result> },
): Promise<Result> {
  return ctx.mutex.runExclusive(`catalog:${merchant}`, work)
}
