import { invalidCursor, readChoice, readWhole } from '../../../platform/http/read-query.js'
import { deliveryStatuses, isDeliveryId } from '../delivery.js'
import type { DeliveryFilter } from './delivery-list-store.js'
import type { DeliveryQuery } from './schemas.js'

export type DeliveryPageQuery = {
  limit: number
  /** The last delivery of the previous page. */
  after: string | null
  filter: DeliveryFilter
}

/**
 * Parses the query of a delivery list. Empty fields count as absent, because forms send them.
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
      status: readChoice('status', given.status, deliveryStatuses),
    },
  }
}

function readCursor(text = ''): string | null {
  if (text === '') return null
  if (!isDeliveryId(text)) throw invalidCursor()
  return text
}
