import { formatQuery } from '../format-query.js'
import type { components } from '../generated/api.js'
import { byOffset } from '../paginate.js'
import type { SendRequest } from '../request.js'

/** A public user. */
export type User = components['schemas']['User']
/** A page of a search. */
export type UserPage = components['schemas']['UserPage']
/** The public users who are live. */
export type LiveUsers = components['schemas']['LiveUsers']

/** Parameters of a search for users. */
export type SearchUsersParams = {
  /** Search words. Each must begin a word of the display name or handle, or the wallet. */
  q?: string | undefined
  xpMin?: number | undefined
  xpMax?: number | undefined
  /** The metric that `metricMin` and `metricMax` filter by. */
  metric?: 'followers' | 'following' | 'sales' | 'purchases' | undefined
  metricMin?: number | undefined
  metricMax?: number | undefined
  /** Default `xp`. */
  sort?: 'xp' | 'createdAt' | 'name' | undefined
  /** Default `desc`, and `asc` for names. */
  order?: 'asc' | 'desc' | undefined
  /** 1 to 100, default 20. */
  limit?: number | undefined
  /** At most 10,000. */
  offset?: number | undefined
}

/**
 * Public users: buyers and merchants who made their profile public.
 *
 * @example
 * const { users } = await client.users.search({ q: 'tea', xpMin: 100 })
 * const { users: live } = await client.users.live({ limit: 10 })
 */
export type UsersResource = {
  /** Searches the public users. Requires the scope `users:read`. */
  search(params?: SearchUsersParams): Promise<UserPage>
  /**
   * Returns all users that match. Requests further pages while you iterate. Requires the scope
   * `users:read`.
   */
  searchAll(params?: SearchUsersParams): AsyncGenerator<User, void, undefined>
  /** Lists the public users who are live, the last seen first. Requires the scope `users:read`. */
  live(params?: { limit?: number | undefined }): Promise<LiveUsers>
}

/** Creates the user calls on top of `request`. */
export function createUsersResource(request: SendRequest): UsersResource {
  const search = (params: SearchUsersParams = {}) =>
    request<UserPage>({ method: 'GET', path: `/api/users/search${formatQuery(params)}` })

  return {
    search,
    searchAll: (params = {}) =>
      byOffset(
        (offset) => search({ ...params, offset }),
        ({ users }) => users,
        params.offset,
      ),
    live: (params = {}) =>
      request<LiveUsers>({ method: 'GET', path: `/api/users/live${formatQuery(params)}` }),
  }
}
