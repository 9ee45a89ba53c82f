import { useQuery } from '@tanstack/preact-query'
import { useMemo } from 'preact/hooks'
import { useLocation, useSearch } from 'wouter-preact'
import type { InputOf, ResultOf } from '../api/api-types.js'
import type { DayRange } from '../format/date-ranges.js'
import { useFormats } from '../format/use-formats.js'
import { useLoad } from '../panels/use-load.js'
import { useSession } from '../session/session.js'
import { type Period, readPeriod, splitDays } from './period.js'

export type ReportPath =
  | '/api/reports/summary'
  | '/api/reports/items'
  | '/api/reports/tax'
  | '/api/reports/funnel'
  | '/api/reports/settlement'
  | '/api/reports/subscriptions'

type Home = ResultOf<'get', '/api/reports/home'>['current']
export type HomeDay = Home['days'][number]

const maxHomeDays = 92

/** Reads the period of the address, and changes it. */
export function usePeriod() {
  const { timeZone } = useFormats()
  const [path, navigate] = useLocation()
  const search = useSearch()
  // Another day changes what "today" means, a later moment does not.
  const today = useFormats().dayKey(Date.now())
  const period = useMemo(
    () => readPeriod(search, { now: Date.now(), timeZone }),
    [search, timeZone, today],
  )
  const change = (changes: Readonly<Record<string, string | null>>) => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name)
      else next.set(name, value)
    }
    navigate(next.size > 0 ? `${path}?${next}` : path, { replace: true })
  }
  return { period, search, change }
}

/** Returns the query of a report: its days, in the time zone of the shop. */
export function queryOf({ first, last }: DayRange, timeZone: string) {
  return { fromDay: first, toDay: last, timeZone }
}

/** Reads a report of some days. Null reads nothing. */
export function useReport<P extends ReportPath>(
  path: P,
  days: DayRange | null,
  query: Readonly<Record<string, string | number>> = {},
) {
  const { timeZone } = useFormats()
  const input = { query: { ...(days && queryOf(days, timeZone)), ...query } }
  return useLoad(path, input as Pick<InputOf<'get', P>, 'query'>, { isEnabled: days !== null })
}

/** Reads a report of a period, and of the days before it. */
export function useReports<P extends ReportPath>(
  path: P,
  { days, before }: Pick<Period, 'days' | 'before'>,
  query: Readonly<Record<string, string | number>> = {},
) {
  return { now: useReport(path, days, query), before: useReport(path, before, query) }
}

/** Reads the figures of each day: receipts and amounts, each with the filter of its list. */
export function useHomeDays(days: DayRange | null) {
  const { api, membership } = useSession()
  const { timeZone } = useFormats()
  return useQuery({
    queryKey: ['panels', membership.wallet, '/api/reports/home', days, timeZone],
    queryFn: async ({ signal }) => {
      const all: HomeDay[] = []
      for (const part of days ? splitDays(days, maxHomeDays) : []) {
        const query = queryOf(part, timeZone)
        const { current } = await api.call('get', '/api/reports/home', { query, signal })
        all.push(...current.days)
      }
      return all
    },
    enabled: days !== null,
  })
}
