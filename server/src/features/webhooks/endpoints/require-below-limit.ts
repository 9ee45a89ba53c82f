import { lockMerchant } from '../../../auth/merchants/merchant-store.js'
import { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import { maxOfMerchant } from '../../../platform/limits/max-of.js'
import { listEndpoints } from './endpoint-store.js'

/**
 * Requires that a merchant may create one more endpoint, not counting the one with the id `except`. Locks the merchant
 * until the transaction ends.
 *
 * @throws {AppError} `invalid_input`.
 */
export async function requireBelowLimit(
  ctx: Pick<TxContext, 'db' | 'config'>,
  { merchant, except }: { merchant: Address; except: string },
): Promise<void> {
  await lockMerchant(ctx.db, merchant)
  const maxEndpoints = maxOfMerchant(ctx.config, 'webhooks', merchant)
  const endpoints = await listEndpoints(ctx.db, merchant)
  if (endpoints.filter(({ id }) => id !== except).length < maxEndpoints) return
  throw new AppError(
    'invalid_input',
    `You have reached the limit of ${maxEndpoints} webhooks. Delete one first.`,
  )
}
