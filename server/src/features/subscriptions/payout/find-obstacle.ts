import { listMemberships } from '../../../auth/merchants/member-store.js'
import type { Address } from '../../../lib/hex.js'
import { unixMs } from '../../../lib/time.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import type { TxContext } from '../../../platform/context.js'
import { findSplitOwner } from '../../split/find-split-owner.js'
import { replacedVersionMs } from '../plans/is-version-open.js'
import { listMovedPlans } from './payout-store.js'

/**
 * Returns why the payout cannot be moved there, or null. The fee belongs to the plan: a plan that pays a split has none,
 * because the split pays the platform. So a split can only move to a split, and a wallet to a wallet.
 */
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
  const owned = (await listMemberships(ctx.db, [signer])).filter(({ role }) => role === 'owner')
  const moved = await listMovedPlans(ctx.db, {
    merchants: [...new Set([merchant, ...owned.map((one) => one.merchant)])],
    signer,
    chainId,
    openSince: unixMs(ctx.now() - replacedVersionMs),
  })
  if (splitOwner === null) {
    return moved.some(({ hasFee }) => !hasFee)
      ? 'Plans in use pay a split, so payout must be a split. Set it with POST /api/split/deploy first.'
      : null
  }
  if (moved.some(({ hasFee }) => hasFee)) {
    return 'Plans in use pay a wallet and take the fee themselves, so payout must be a wallet. A split would take the fee again.'
  }
  return moved.some((one) => one.merchant !== merchant)
    ? 'The signature would also move the plans of another merchant of this wallet to this split. Submit it on chain yourself if you want that.'
    : null
}
