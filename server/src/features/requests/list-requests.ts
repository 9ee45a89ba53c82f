import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { listCalls, type RequestFilter, type StoredCall } from './request-store.js'

/** Returns a page of the calls with a merchant's keys, newest first, and the cursor of the next page. */
export async function listRequests(
  { db }: Pick<TxContext, 'db'>,
  input: { merchant: Address; filter: RequestFilter; below: string | null; limit: number },
): Promise<{ calls: StoredCall[]; nextCursor: string | null }> {
  const { limit } = input
  const found = await listCalls(db, { ...input, limit: limit + 1 })
  const calls = found.slice(0, limit)
  return { calls, nextCursor: found.length > limit ? (calls.at(-1)?.id ?? null) : null }
}
