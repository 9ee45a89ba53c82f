import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { listUnflushed } from '../payouts/flush/list-unflushed.js'
import { listSplits } from '../split/find-split.js'
import { getPayoutOwner } from '../split/get-payout-owner.js'

/** The places where a merchant's money can be. */
export type Places = {
  /** Null for a merchant that no wallet has claimed. */
  wallet: Address | null
  splits: { address: Address; account: Address; sharesBps: number }[]
  deposits: { address: Address; token: Address }[]
  isComplete: boolean
}

/** One request carries 200 calls: 4 for the wallet, 8 for each split, 1 for each deposit. */
const maxSplits = 12
const maxDeposits = 100

/** Lists where a merchant's money can be, up to what one request to the node can read. */
export async function listPlaces(
  ctx: Pick<Context, 'db' | 'config'>,
  merchant: Address,
): Promise<Places> {
  const { chainId } = ctx.config
  const wallet = await findWallet(ctx, merchant)
  const splits = await listSplits(ctx, { merchant, chainId, limit: maxSplits + 1 })
  const deposits = await listUnflushed(ctx, { merchant, chainId, limit: maxDeposits + 1 })
  return {
    wallet,
    splits: splits.slice(0, maxSplits).flatMap(({ address, recipients }) =>
      recipients
        .filter(({ role }) => role === 'merchant')
        .slice(0, 1)
        .map(({ address: account, sharesBps }) => ({ address, account, sharesBps })),
    ),
    deposits: deposits.slice(0, maxDeposits),
    isComplete: splits.length <= maxSplits && deposits.length <= maxDeposits,
  }
}

async function findWallet(ctx: Pick<Context, 'db'>, merchant: Address): Promise<Address | null> {
  try {
    return await getPayoutOwner(ctx, merchant)
  } catch (error) {
    if (error instanceof AppError && error.code === 'split_required') return null
    throw error
  }
}
