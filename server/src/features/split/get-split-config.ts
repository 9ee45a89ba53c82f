import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { describeSplit } from './describe-split.js'
import { findSplit } from './find-split.js'
import { findWarning } from './find-warning.js'

/** Returns a merchant's split in response form, or why it should set one up. */
export async function getSplitConfig(ctx: TxContext, merchant: Address) {
  const split = await findSplit(ctx, merchant)
  const warning = split ? null : await findWarning(ctx, merchant)
  return {
    configured: split !== null,
    split: split && (await describeSplit(ctx, split)),
    ...(warning && { warning }),
  }
}
