import { lockMerchant } from '../../../auth/merchants/merchant-store.js'
import { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import { listEndpoints } from './endpoint-store.js'

/** Every event goes to each of them. */
const endpointsAtMost = 10

/**
 * Makes sure that a merchant may have one more address `besides` the one with this id, and keeps it so until the
 * transaction ends.
 *
 * @throws {AppError} `invalid_input`.
 */
export async function requireBelowLimit(
  ctx: Pick<TxContext, 'db'>,
  { merchant, besides }: { merchant: Address; besides: string },
): Promise<void> {
  await lockMerchant(ctx.db, merchant)
  const endpoints = await listEndpoints(ctx.db, merchant)
  if (endpoints.filter(({ id }) => id !== besides).length < endpointsAtMost) return
  throw new AppError(
    'invalid_input',
    `Delete a webhook first: there are ${endpointsAtMost} already`,
  )
}
