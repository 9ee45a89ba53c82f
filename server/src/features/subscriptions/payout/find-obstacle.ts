import { listMemberships } from '../../../auth/merchants/member-store.js'
import type { Address } from '../../../lib/hex.js'
import { unixMs } from '../../../lib/time.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import type { TxContext } from '../../../platform/context.js'
import { findSplitOwner } from '../../split/find-split.js'
import { replacedVersionMs } from '../plans/is-version-open.js'
import { listMovedMerchants } from './payout-store.js'

/** Returns why the payout cannot be moved there, or null. */
export async function findObstacle(
  ctx: Pick<TxContext, 'db' | 'config' | 'now'>,
  { merchant, signer, payout }: { merchant: Address; signer: Address; payout: Address },
): Promise<string | null> {
  // Each plan pays its own payout again.
  if (payout === nativeToken) return null
  const { chainId } = ctx.config
  const splitOwner = await findSplitOwner(ctx, { chainId, address: payout })
  if (splitOwner !== null && splitOwner !== merchant) {
    return 'payout is the split of another merchant. Use a split of your own, or a wallet.'
  }
  if (splitOwner === null) return null
  const owned = (await listMemberships(ctx.db, [signer])).filter(({ role }) => role === 'owner')
  const moved = await listMovedMerchants(ctx.db, {
    merchants: [...new Set([merchant, ...owned.map((one) => one.merchant)])],
    signer,
    chainId,
    openSince: unixMs(ctx.now() - replacedVersionMs),
  })
  return moved.some((other) => other !== merchant)
    ? 'The signature would also move the plans of another merchant of this wallet to this split. Submit it on chain yourself if you want that.'
    : null
}
