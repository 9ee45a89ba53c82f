import { listDeveloperKeys } from '../../auth/keys/key-store.js'
import { lockMerchant } from '../../auth/merchants/merchant-store.js'
import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'

const keysAtMost = 100

/**
 * Makes sure that a merchant may have one more key `besides` the one with this id, and keeps it so until the
 * transaction ends.
 *
 * @throws {AppError} `invalid_input`.
 */
export async function requireBelowLimit(
  ctx: TxContext,
  { merchant, besides }: { merchant: Address; besides: string },
): Promise<void> {
  await lockMerchant(ctx.db, merchant)
  const keys = await listDeveloperKeys(ctx.db, { merchant, now: ctx.now() })
  if (keys.filter(({ id }) => id !== besides).length < keysAtMost) return
  throw new AppError('invalid_input', `Revoke a key first: there are ${keysAtMost} already`)
}
