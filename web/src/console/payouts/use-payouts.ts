import { useInfiniteQuery, useQuery } from '@tanstack/preact-query'
import type { ResultOf } from '../api/api-types.js'
import { useSession } from '../session/session.js'

export type Balances = ResultOf<'get', '/api/payouts/balances'>
export type Balance = Balances['balances'][number]
export type SplitResult = ResultOf<'get', '/api/split/deploy'>
export type Split = NonNullable<SplitResult['split']>
export type PayoutPage = ResultOf<'get', '/api/payouts'>
export type Payout = PayoutPage['payouts'][number]

const pollMs = 10_000
const deployPollMs = 1_000

/** Reads the money that is being paid out to the recipients. */
export function useBalances() {
  const { api, membership } = useSession()
  return useQuery({
    queryKey: ['payouts', membership.wallet, 'balances'],
    queryFn: ({ signal }) => api.call('get', '/api/payouts/balances', { signal }),
    refetchInterval: pollMs,
  })
}

/** Reads the split in force, often while it is deployed. */
export function useSplit() {
  const { api, membership } = useSession()
  return useQuery({
    queryKey: ['split', membership.wallet],
    queryFn: ({ signal }) => api.call('get', '/api/split/deploy', { signal }),
    refetchInterval: ({ state }) =>
      state.data?.split?.status === 'pending' ? deployPollMs : false,
  })
}

export type HistoryFilter = { account: string | null; from?: number; to?: number }

/** Reads payouts, page by page. */
export function useHistory({ account, from, to }: HistoryFilter) {
  const { api, membership } = useSession()
  return useInfiniteQuery({
    queryKey: ['payouts', membership.wallet, 'history', account, from ?? null, to ?? null],
    queryFn: ({ pageParam, signal }) =>
      api.call('get', '/api/payouts', {
        query: {
          ...(account && { account }),
          ...(from !== undefined && { from }),
          ...(to !== undefined && { to }),
          ...(pageParam !== null && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: PayoutPage) => page.nextCursor,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : pollMs),
  })
}
