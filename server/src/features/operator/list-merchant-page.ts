import type { Context } from '../../platform/context.js'
import { type ListedMerchant, listMerchants, type MerchantFilter } from './merchant-store.js'
import type { Position } from './position.js'

/** Returns a page of merchants, newest first, and the position of the next page. */
export async function listMerchantPage(
  ctx: Pick<Context, 'db' | 'now'>,
  input: { filter: MerchantFilter; before: Position | null; limit: number },
): Promise<{ merchants: ListedMerchant[]; next: Position | null }> {
  const { limit } = input
  const found = await listMerchants(ctx.db, { ...input, limit: limit + 1, now: ctx.now() })
  const merchants = found.slice(0, limit)
  const last = found.length > limit ? merchants.at(-1) : undefined
  return { merchants, next: last ? { createdAt: last.createdAt, id: last.wallet } : null }
}
