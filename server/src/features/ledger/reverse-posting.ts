import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { TxContext } from '../../platform/context.js'
import { insertReversal } from './store.js'

/** Takes a posting back by one that says the opposite: `false` when that was done already, or there is none. */
export async function reversePosting(
  ctx: Pick<TxContext, 'db'>,
  input: { merchant: Address; key: string; at: UnixMs },
): Promise<boolean> {
  return insertReversal(ctx.db, input)
}
