import type { ApiComponents } from '@tallystick/sdk'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/preact-query'
import type { InputOf, ResultOf } from '../api/api-types.js'
import { useSession } from '../session/session.js'

export type Customer = ApiComponents['schemas']['Customer']
export type CustomersQuery = NonNullable<InputOf<'get', '/api/customers'>['query']>
type CustomerPage = ResultOf<'get', '/api/customers'>

export const customerSorts = ['name', 'lastSeenAt', 'receiptCount', 'spentUsd'] as const
export type CustomerSort = (typeof customerSorts)[number]

/** Keeps lists and open customers up to date: they follow receipts, which the stream announces. */
const pollMs = 30_000
/** Above this number of rows, the search finds more than a scroll. */
const maxPages = 50

/** Reads customers page by page. */
export function useCustomerList(query: CustomersQuery) {
  const { api, membership } = useSession()
  return useInfiniteQuery({
    queryKey: ['customers', membership.wallet, 'list', query],
    queryFn: ({ pageParam, signal }) =>
      api.call('get', '/api/customers', {
        query: { ...query, limit: 100, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: CustomerPage, pages) =>
      pages.length < maxPages ? page.nextCursor : null,
  })
}

/** Reads one customer. */
export function useCustomer(id: string) {
  const { api, membership } = useSession()
  return useQuery({
    queryKey: ['customers', membership.wallet, 'customer', id],
    queryFn: async ({ signal }) =>
      (await api.call('get', '/api/customers/{id}', { path: { id }, signal })).customer,
    refetchInterval: pollMs,
  })
}

/** Returns a function that shows a changed customer, and reads the lists again. */
export function useShowCustomer(): (customer: Customer | null) => void {
  const { membership } = useSession()
  const queries = useQueryClient()
  return (customer) => {
    const root = ['customers', membership.wallet]
    if (customer) queries.setQueryData([...root, 'customer', customer.id], customer)
    void queries.invalidateQueries({ queryKey: customer ? [...root, 'list'] : root })
    // An erasure changes receipts too.
    if (!customer) void queries.invalidateQueries({ queryKey: ['receipts', membership.wallet] })
  }
}

/** Returns the best name that is known of a customer. */
export function nameOf({ name, email, wallet }: Customer): string | null {
  return name ?? email ?? (wallet && shortenWallet(wallet))
}

export function shortenWallet(wallet: string): string {
  return `${wallet.slice(0, 6)}…${wallet.slice(-4)}`
}
