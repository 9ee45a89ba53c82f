import { AppError } from '../../../lib/errors.js'
import { readWhole } from '../../../platform/http/read-whole.js'
import { type DeliveryStatus, deliveryStatuses } from '../delivery.js'
import { isDeliveryId } from './delivery-id.js'
import type { DeliveryFilter } from './delivery-list-store.js'
import type { DeliveryQuery } from './schemas.js'

/** Which deliveries are asked for. */
export type DeliveryPageQuery = {
  limit: number
  /** The last delivery of the page before. */
  after: string | null
  filter: DeliveryFilter
}

/**
 * Reads which deliveries are asked for. A form sends the fields nobody filled in as well, and those ask for nothing.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readDeliveryQuery(given: DeliveryQuery): DeliveryPageQuery {
  return {
    limit: readWhole('limit', given.limit, { min: 1, max: 100, fallback: 50 }),
    after: readCursor(given.cursor),
    filter: {
      receiptId: given.receiptId || null,
      endpointId: given.webhookId || null,
      status: readStatus(given.status),
    },
  }
}

/** What is said of a cursor that none of our pages has ended with. */
export const badCursor = 'cursor must be a nextCursor of ours'

function readCursor(text = ''): string | null {
  if (text === '') return null
  if (!isDeliveryId(text)) throw new AppError('invalid_input', badCursor)
  return text
}

function readStatus(text = ''): DeliveryStatus | null {
  if (text === '') return null
  const status = deliveryStatuses.find((known) => known === text)
  if (status) return status
  throw new AppError('invalid_input', `status must be one of ${deliveryStatuses.join(', ')}`)
}
