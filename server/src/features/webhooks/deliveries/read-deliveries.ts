import { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Config } from '../../../platform/config/config.js'
import type { Context, TxContext } from '../../../platform/context.js'
import { invalidCursor, readChoice, readWhole } from '../../../platform/http/read-query.js'
import { deliveryHeaders } from '../../../platform/outbound/delivery-headers.js'
import { checkOutbox } from '../../events/publish-events.js'
import { type Delivery, deliveryStatuses, isDeliveryId } from '../delivery.js'
import { countQueues } from '../queue-store.js'
import {
  type FullDelivery,
  findDelivery,
  findDeliveryNumber,
  listDeliveries,
  listFailed,
} from '../read-model/delivery-list-store.js'
import {
  countFailed,
  type QueueSummary,
  summarizeQueues,
} from '../read-model/queue-summary-store.js'
import type { DeliveryQuery } from './schemas.js'

/**
 * Parses the query of a delivery list. Empty fields count as absent, because forms send them.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readDeliveryQuery(query: DeliveryQuery) {
  return {
    limit: readWhole('limit', query.limit, { min: 1, max: 100, fallback: 50 }),
    /** The last delivery of the previous page. */
    after: readCursor(query.cursor),
    filter: {
      receiptId: query.receiptId || null,
      endpointId: query.webhookId || null,
      status: readChoice('status', query.status, deliveryStatuses),
    },
  }
}

function readCursor(text = ''): string | null {
  if (text === '') return null
  if (!isDeliveryId(text)) throw invalidCursor()
  return text
}

/**
 * Returns a page of a merchant's deliveries, newest first, and the cursor of the next page. The
 * cursor is the id of the last delivery, because delivery numbers are internal.
 *
 * @throws {AppError} `invalid_input`.
 */
export async function listDeliveryPage(
  ctx: Pick<TxContext, 'db'>,
  { merchant, query }: { merchant: Address; query: ReturnType<typeof readDeliveryQuery> },
): Promise<{ deliveries: Delivery[]; nextCursor: string | null }> {
  const { limit, after, filter } = query
  const before = after === null ? null : await findDeliveryNumber(ctx.db, { merchant, id: after })
  if (after !== null && before === null) throw invalidCursor()

  const rows = await listDeliveries(ctx.db, { merchant, before, limit: limit + 1, filter })
  const deliveries = rows.slice(0, limit)
  const last = rows.length > limit ? deliveries.at(-1) : undefined
  return { deliveries, nextCursor: last?.id ?? null }
}

/** Returns a page of the failed deliveries of all merchants, newest first. */
export async function listFailedDeliveries(
  { db }: Pick<TxContext, 'db'>,
  { before, limit }: { before: { createdAt: UnixMs; id: string } | null; limit: number },
): Promise<{ deliveries: Delivery[]; next: { createdAt: UnixMs; id: string } | null }> {
  const rows = await listFailed(db, { before, limit: limit + 1 })
  const deliveries = rows.slice(0, limit)
  const last = rows.length > limit ? deliveries.at(-1) : undefined
  return { deliveries, next: last ? { createdAt: last.createdAt, id: last.id } : null }
}

export type WebhookSummary = {
  /** Recorded events that wait to be published. */
  unpublished: number
  /** Queues with a pending delivery, and failed deliveries, both counted up to 10,000. */
  queues: number
  failed: number
  /** The longest waits first. */
  byHost: QueueSummary[]
}

/** Returns the outbound queues of all merchants. */
export async function summarizeWebhooks(
  ctx: Pick<Context, 'db' | 'metrics'>,
  { limit }: { limit: number },
): Promise<WebhookSummary> {
  const [{ pending: unpublished }, queues, failed, byHost] = await Promise.all([
    checkOutbox(ctx),
    countQueues(ctx.db),
    countFailed(ctx.db),
    summarizeQueues(ctx.db, { limit }),
  ])
  return { unpublished, queues, failed, byHost }
}

/**
 * Returns a merchant's delivery with its body.
 *
 * @throws {AppError} `not_found`.
 */
export async function getDelivery(
  ctx: Pick<TxContext, 'db'>,
  { merchant, id }: { merchant: Address; id: string },
): Promise<FullDelivery> {
  const row = isDeliveryId(id) ? await findDelivery(ctx.db, { merchant, id }) : null
  if (!row) throw new AppError('not_found', 'No delivery with this id exists.')
  return row
}

/** Returns a delivery as the API shows it. */
export function describeDelivery(delivery: Delivery) {
  const { id, eventId, receiptId, kind, url, endpointId, status, attempts, createdAt } = delivery
  return {
    deliveryId: id,
    eventId,
    receiptId,
    event: kind,
    url,
    webhookId: endpointId,
    status,
    attempts: attempts.map(({ response: _response, ...attempt }) => attempt),
    createdAt,
  }
}

/**
 * Returns a delivery with the request of its last attempt. An unsigned one has no headers. With
 * `showsResponses`, attempts have the responses of the receiver.
 */
export function describeRequest(
  { delivery, body, happenedAt }: FullDelivery,
  { serviceName, showsResponses }: Pick<Config, 'serviceName'> & { showsResponses: boolean },
) {
  const { signatures, attempts } = delivery
  const attempt = Math.max(1, attempts.length)
  const headers = signatures
    ? deliveryHeaders({ ...delivery, happenedAt, signatures }, { serviceName, attempt })
    : {}
  return {
    ...describeDelivery(delivery),
    ...(showsResponses && {
      attempts: attempts.map(({ response = null, ...rest }) => ({ ...rest, response })),
    }),
    request: { headers, body },
  }
}
