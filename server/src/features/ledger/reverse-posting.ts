import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { TxContext } from '../../platform/context.js'
import { insertChangeOfPosting } from './change-store.js'
import { insertReversal } from './store.js'

/** Posts the reversal of a posting. Returns false when it was already reversed or does not exist. */
export async function reversePosting(
  ctx: Pick<TxContext, 'db'>,
  input: { merchant: Address; key: string; at: UnixMs },
): Promise<boolean> {
  const isNew = await insertReversal(ctx.db, input)
  if (isNew) await insertChangeOfPosting(ctx.db, input)
  return isNew
}
