import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import * as store from '../read-model/unflushed-store.js'

/** Lists a merchant's deposit addresses with money that is not forwarded yet, largest first. */
export function listUnflushed(
  ctx: Pick<TxContext, 'db'>,
  where: { merchant: Address; chainId: number; limit: number },
): Promise<store.UnflushedDeposit[]> {
  return store.listUnflushed(ctx.db, where)
}
