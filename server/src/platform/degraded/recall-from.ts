import type { Context } from '../context.js'
import { StoreUnavailable } from '../db/store-unavailable.js'
import { recallStatements } from '../snapshot/statements.js'
import { degradedFields } from './degraded.js'

export type DegradedMark = typeof degradedFields | Record<string, never>

/**
 * Returns a context for the reads of a request. While the database is unavailable, statements that
 * the snapshot has are answered from it, and `mark` returns the fields that say so.
 */
export function recallFrom(
  ctx: Context,
  group: string,
): { ctx: Context; mark: () => DegradedMark } {
  const db = recallStatements(ctx, group)
  return {
    ctx: { ...ctx, db: { ...ctx.db, ...db } },
    mark: () => (db.hasRecalled() ? degradedFields : {}),
  }
}

/**
 * Returns what `read` returns, or the response that `recall` makes while the database is
 * unavailable.
 *
 * @throws {StoreUnavailable} when `recall` returns null: what the snapshot lacks may exist.
 */
export async function orRecall<Response extends object>(
  read: () => Promise<Response>,
  recall: () => Promise<Response | null>,
): Promise<Response & Partial<typeof degradedFields>> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    const response = await recall()
    if (!response) throw error
    return { ...response, ...degradedFields }
  }
}
