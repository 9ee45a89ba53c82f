import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import { getTimeZone } from '../../shop/get-time-zone.js'
import type { ReceiptFilterQuery } from '../schemas.js'

/**
 * Returns the time zone of the days that a query names. Without days the shop is not read.
 *
 * @throws {AppError} `invalid_input` for an unknown zone.
 */
export async function findZoneOfDays(
  ctx: Pick<TxContext, 'db' | 'config'>,
  { merchant, query }: { merchant: Address; query: ReceiptFilterQuery },
): Promise<string> {
  const { fromDay, toDay, timeZone } = query
  if (!fromDay && !toDay && !timeZone) return 'UTC'
  return getTimeZone(ctx, { merchant, timeZone })
}
