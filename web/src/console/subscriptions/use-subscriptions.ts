import type { ApiComponents } from '@tallystick/sdk'
import { useInfiniteQuery, useQuery } from '@tanstack/preact-query'
import type { ResultOf } from '../api/api-types.js'
import { useSession } from '../session/session.js'

export type Subscription = ApiComponents['schemas']['Subscription']
export type SubscriptionStatus = Subscription['status']
export type Plan = ResultOf<'get', '/api/subscriptions/plans/history'>['plans'][number]
export type Report = ResultOf<'get', '/api/reports/subscriptions'>
export type Forecast = ResultOf<'get', '/api/subscriptions/forecast'>
export type Charge = ResultOf<'get', '/api/subscriptions/billing-events'>['billingEvents'][number]

const pageSize = 50
const pollMs = 30_000
const key = 'subscriptions'

/** Reads all plans with their versions. */
export function usePlans() {
  const { api, membership } = useSession()
  return useQuery({
    queryKey: [key, membership.wallet, 'plans'],
    queryFn: ({ signal }) => api.call('get', '/api/subscriptions/plans/history', { signal }),
  })
}

/** Reads the figures of a range of days. */
export function useReport({ fromDay, toDay }: { fromDay: string; toDay: string }) {
  const { api, membership } = useSession()
  return useQuery({
    queryKey: [key, membership.wallet, 'report', fromDay, toDay],
    queryFn: ({ signal }) =>
      api.call('get', '/api/reports/subscriptions', { query: { fromDay, toDay }, signal }),
    refetchInterval: pollMs,
  })
}

/** A shop with more subscriptions sees the forecast of this many pages. */
const maxForecastPages = 10

/** Reads the forecast of all subscriptions, a page at a time. */
export function useForecast(days: number) {
  const { api, membership } = useSession()
  return useQuery({
    queryKey: [key, membership.wallet, 'forecast', days],
    queryFn: async ({ signal }) => {
      const pages: Forecast[] = []
      for (let cursor: string | null = ''; cursor !== null && pages.length < maxForecastPages; ) {
        const query: { days: number; cursor?: string } = { days, ...(cursor && { cursor }) }
        const page = await api.call('get', '/api/subscriptions/forecast', { query, signal })
        pages.push(page)
        cursor = page.nextCursor
      }
      return pages
    },
    staleTime: 60_000,
  })
}

export type ListQuery = {
  status?: string
  planId?: string
  q?: string
  createdFrom?: number
  createdTo?: number
  endedFrom?: number
  endedTo?: number
  nextChargeTo?: number
  limit?: number
}

/** Reads subscriptions, page by page. */
export function useSubscribers(query: ListQuery) {
  const { api, membership } = useSession()
  return useInfiniteQuery({
    queryKey: [key, membership.wallet, 'list', JSON.stringify(query)],
    queryFn: async ({ pageParam, signal }) => {
      const page = await api.call('get', '/api/subscriptions/status', {
        query: {
          limit: pageSize,
          ...query,
          merchant: membership.wallet,
          ...(pageParam !== null && { cursor: pageParam }),
        },
        signal,
      })
      return { subscriptions: page.subscriptions ?? [], nextCursor: page.nextCursor ?? null }
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : pollMs),
  })
}

/** Reads one subscription as its merchant sees it. */
export function useSubscription(id: string) {
  const { api, membership } = useSession()
  return useQuery({
    queryKey: [key, membership.wallet, 'one', id],
    queryFn: async ({ signal }) => {
      const query = { subscriptionId: id }
      const { subscription } = await api.call('get', '/api/subscriptions/status', { query, signal })
      return isWhole(subscription) ? subscription : null
    },
    refetchInterval: pollMs,
  })
}

/** Returns whether the caller sees all fields: the merchant and the customer do. */
function isWhole(subscription: object | undefined): subscription is Subscription {
  return subscription !== undefined && 'customerWallet' in subscription
}

export type ChargeQuery = {
  subscriptionId?: string
  status?: string
  retried?: boolean
  from?: number
  to?: number
}

/** Reads the attempts to charge, page by page. */
export function useCharges(query: ChargeQuery) {
  const { api, membership } = useSession()
  return useInfiniteQuery({
    queryKey: [key, membership.wallet, 'charges', JSON.stringify(query)],
    queryFn: ({ pageParam, signal }) =>
      api.call('get', '/api/subscriptions/billing-events', {
        query: { limit: pageSize, ...query, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  })
}
