import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import * as store from './unflushed-store.js'

/** Lists the deposit addresses of a merchant whose money is not forwarded yet, the most valuable first. */
export function listUnflushed(
  ctx: Pick<TxContext, 'db'>,
  where: { merchant: Address; chainId: number; limit: number },
): Promise<store.UnflushedDeposit[]> {
  return store.listUnflushed(ctx.db, where)
}
