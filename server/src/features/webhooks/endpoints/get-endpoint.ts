import { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import { findEndpoint, type SealedEndpoint } from './endpoint-store.js'

/**
 * Returns a merchant's endpoint.
 *
 * @throws {AppError} `not_found`.
 */
export async function getEndpoint(
  ctx: Pick<TxContext, 'db'>,
  name: { merchant: Address; id: string },
): Promise<SealedEndpoint> {
  const endpoint = await findEndpoint(ctx.db, name)
  if (!endpoint) throw new AppError('not_found', 'No webhook with this id exists.')
  return endpoint
}
