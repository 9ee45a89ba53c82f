import { formatQuery } from '../format-query.js'
import type { components } from '../generated/api.js'
import type { SendRequest } from '../request.js'

type Schemas = components['schemas']

/** Balances on chain by currency, and when they were read. */
export type ReserveBalances = Schemas['ReserveBalances']

/** Recommended reserves by currency, and what they follow from. */
export type ReserveRecommendations = Schemas['ReserveRecommendations']

/** A balance as it was on one day. */
export type ReserveDay = Schemas['ReserveDay']

/**
 * The money that the merchant holds on chain, and how much of it to keep.
 *
 * @example
 * const { balances } = await client.reserve.balances()
 * const short = balances.filter(({ reserved, target = 0 }) => reserved < target)
 */
export type ReserveResource = {
  /** Returns the balances on chain, at most 30 seconds old unless the chain is unavailable. */
  balances(): Promise<ReserveBalances>
  /** Recommends a reserve from the last `windowDays`, 1 to 365, default 30. */
  recommend(query?: { windowDays?: number | undefined }): Promise<ReserveRecommendations>
  /** Returns the balances of the last `days`, 1 to 400, default 30, oldest first. */
  history(query?: { days?: number | undefined }): Promise<ReserveDay[]>
}

/** Creates the reserve calls on top of `request`. */
export function createReserveResource(request: SendRequest): ReserveResource {
  const path = '/api/reserve'

  return {
    balances: () => request<ReserveBalances>({ method: 'GET', path: `${path}/balances` }),
    recommend: (query = {}) =>
      request<ReserveRecommendations>({
        method: 'GET',
        path: `${path}/recommend${formatQuery(query)}`,
      }),
    history: async (query = {}) => {
      const { history } = await request<Schemas['ReserveHistory']>({
        method: 'GET',
        path: `${path}/history${formatQuery(query)}`,
      })
      return history
    },
  }
}
