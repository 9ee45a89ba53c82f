import type { Address } from '../../lib/hex.js'
import { dayOf } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import { listDays, type ReserveDay } from './store.js'

/** Returns a merchant's recorded reserves of the last days, today included, oldest first. */
export function getHistory(
  ctx: Pick<Context, 'db' | 'now'>,
  { merchant, days }: { merchant: Address; days: number },
): Promise<ReserveDay[]> {
  return listDays(ctx.db, { merchant, sinceDay: dayOf(ctx.now()) - days + 1 })
}
