import { formatQuery } from '../format-query.js'
import type { components } from '../generated/api.js'
import type { SendRequest } from '../request.js'

type Schemas = components['schemas']

/** The contract that divides the merchant's payouts. */
export type SplitConfig = Schemas['SplitConfig']
/** A receipt's distribution through a split. */
export type SplitTransaction = Schemas['SplitTransaction']

/** Filters for a list of distributions. */
export type SplitQuery = {
  /** A split, or one of its recipients. */
  address?: string | undefined
  /** 1 to 200, default 50. */
  limit?: number | undefined
}

/**
 * The merchant's split contract.
 *
 * @example
 * const split = await client.split.get()
 * const transactions = await client.split.transactions({ limit: 10 })
 */
export type SplitResource = {
  /** Returns the split, or null if there is none. Requires an API key with any scope. */
  get(): Promise<SplitConfig | null>
  /** Returns the latest distributions. Requires the scope `split:read`. */
  transactions(query?: SplitQuery): Promise<SplitTransaction[]>
}

/** Creates the split calls on top of `request`. */
export function createSplitResource(request: SendRequest): SplitResource {
  return {
    get: async () => {
      const { split } = await request<{ split: SplitConfig | null }>({
        method: 'GET',
        path: '/api/split/deploy',
      })
      return split
    },
    transactions: (query = {}) =>
      request<SplitTransaction[]>({
        method: 'GET',
        path: `/api/split/transactions${formatQuery(query)}`,
      }),
  }
}
