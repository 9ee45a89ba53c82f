import { useQuery } from '@tanstack/preact-query'
import { addDays } from '../format/days.js'
import { useSession } from '../session/session.js'
import { daysOf, type Range } from './figures.js'

const refreshMs = 30_000

/** The figures of the last days of the shop, for those who may read reports. */
export function useFigures(range: Range) {
  const { api, membership } = useSession()
  return useQuery({
    queryKey: ['receipts', membership.wallet, 'home', 'figures', range],
    queryFn: async ({ signal }) => {
      const today = await api.call('get', '/api/reports/home', { signal })
      if (range === 'today') return today
      const toDay = today.current.toDay
      const query = { fromDay: addDays(toDay, 1 - daysOf[range]), toDay }
      return api.call('get', '/api/reports/home', { query, signal })
    },
    enabled: membership.rights.includes('reports:read'),
    refetchInterval: refreshMs,
  })
}

/** The receipts that a filter of a report lists. */
export function useReceipts({ limit, ...filter }: { flag?: string; limit: number }) {
  const { api, membership } = useSession()
  return useQuery({
    queryKey: ['receipts', membership.wallet, 'home', filter, limit],
    queryFn: ({ signal }) => {
      const query = { ...filter, limit, thumbs: '0' }
      return api.call('get', '/api/receipts', { query, signal })
    },
    refetchInterval: refreshMs,
  })
}
