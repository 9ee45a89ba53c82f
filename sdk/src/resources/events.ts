import { formatQuery } from '../format-query.js'
import type { components } from '../generated/api.js'
import { byCursor } from '../paginate.js'
import type { SendRequest } from '../request.js'

/** A page of events, oldest first, with the cursor of the next page. */
export type EventPage = components['schemas']['EventPage']

/** Where to start, and how many events a page has. */
export type EventQuery = {
  /** `nextCursor` of an earlier page. */
  after?: string | undefined
  /** 1 to 200, default 100. */
  limit?: number | undefined
}

/**
 * Events of the merchant, as webhooks deliver them.
 *
 * @example
 * const { events, nextCursor } = await client.events.list({ after: lastCursor })
 */
export type EventsResource = {
  /**
   * Returns the events after a cursor. Pass `nextCursor` as `after` to continue without gaps or
   * duplicates. Requires the scope `receipts:read`.
   */
  list(query?: EventQuery): Promise<EventPage>
  /**
   * Returns all events after a cursor, until there are no more. Requests further pages while you
   * iterate. Requires the scope `receipts:read`.
   */
  listAll(query?: EventQuery): AsyncGenerator<EventPage['events'][number], void, undefined>
}

/** Creates the event calls on top of `request`. */
export function createEventsResource(request: SendRequest): EventsResource {
  const list = (query: EventQuery = {}) =>
    request<EventPage>({ method: 'GET', path: `/api/events${formatQuery(query)}` })

  return {
    list,
    listAll: (query = {}) =>
      byCursor(
        (after = query.after) => list({ ...query, after }),
        ({ events }) => events,
      ),
  }
}
