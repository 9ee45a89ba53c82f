import { formatQuery } from '../format-query.js'
import type { components } from '../generated/api.js'
import type { SendRequest } from '../request.js'

/** A page of events, oldest first, with the cursor of the next page. */
export type EventPage = components['schemas']['EventPage']

/**
 * Events of the merchant, as webhooks deliver them.
 *
 * @example
 * const { events, nextCursor } = await client.events.list({ after: lastCursor })
 */
export type EventsResource = {
  /**
   * Returns the events after a cursor. Pass `nextCursor` as `after` to continue without gaps or duplicates. Requires
   * the scope `receipts:read`.
   */
  list(query?: { after?: string; limit?: number }): Promise<EventPage>
}

/** Creates the event calls on top of `request`. */
export function createEventsResource(request: SendRequest): EventsResource {
  return {
    list: (query = {}) =>
      request<EventPage>({ method: 'GET', path: `/api/events${formatQuery(query)}` }),
  }
}
