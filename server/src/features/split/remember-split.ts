import { findOwner } from '../../auth/merchants/member-store.js'
import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { describeSplit } from './describe-split.js'
import { findSplit } from './find-split.js'

/** Reads what `getSplitConfig` reads, for outages, without calls to the chain. */
export async function rememberSplit(ctx: TxContext, merchant: Address): Promise<void> {
  const split = await findSplit(ctx, merchant)
  if (split) await describeSplit(ctx, split)
  else await findOwner(ctx.db, merchant)
}
