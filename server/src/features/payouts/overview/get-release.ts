import { AppError } from '../../../lib/errors.js'
import { type Address, checksumAddress } from '../../../lib/hex.js'
import { describeNetwork } from '../../../platform/chain/networks.js'
import type { Context } from '../../../platform/context.js'
import { bundle, encodeDistribution } from '../../split/prepare-distribution.js'
import { flushCall } from '../flush/flush-call.js'
import { listHeldDeposits } from '../read-model/balance-store.js'
import type { PayoutTransaction } from './schemas.js'

/** Above this number of deposits a transaction could need more gas than a block has. */
const maxDeposits = 20

/**
 * Returns the transaction that pays out one balance, for any wallet to send: it empties deposit
 * addresses, deploys the split if necessary, and pays the recipients their shares.
 *
 * @throws {AppError} `not_found` when nothing of the merchant waits there.
 */
export async function getRelease(
  ctx: Context,
  place: { merchant: Address; payoutAddress: Address; token: Address },
): Promise<PayoutTransaction> {
  const { chainId } = ctx.config
  const { merchant, payoutAddress: address, token } = place
  const deposits = await listHeldDeposits(ctx.db, { ...place, chainId, limit: maxDeposits })
  const distribution = await encodeDistribution(ctx, { merchant, address, token })
  const calls = [
    ...(deposits.length > 0 ? [await flushCall(deposits)] : []),
    ...(distribution ?? []),
  ]
  const [first] = calls
  if (!first) throw new AppError('not_found', 'Nothing waits for this payout address and token.')
  const { to, data } = calls.length === 1 ? first : await bundle(calls)
  return {
    ok: true,
    chainId,
    network: await describeNetwork(ctx),
    to: checksumAddress(to),
    data,
    value: '0x0',
    deposits: deposits.length,
    deploysSplit: distribution !== null && distribution.length > 1,
  }
}
