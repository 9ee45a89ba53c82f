import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import type { Split } from './split.js'
import { listContracts } from './store.js'

/** Lists the split contracts of a merchant on a chain, former ones too, newest first. */
export function listSplits(
  ctx: Pick<TxContext, 'db'>,
  where: { merchant: Address; chainId: number; limit: number },
): Promise<Split[]> {
  return listContracts(ctx.db, where)
}
