import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import { useEffect, useState } from 'preact/hooks'
import { useSession } from '../session/session.js'
import type { PlanBody } from './draft.js'

const typingMs = 250

/** Plans what a draft returns, shortly after the last change. */
export function usePlan(body: PlanBody | null) {
  const { api, membership } = useSession()
  const wanted = JSON.stringify(body)
  const [settled, setSettled] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), typingMs)
    return () => clearTimeout(timer)
  }, [wanted])
  const query = useQuery({
    queryKey: ['refund-plan', membership.wallet, settled],
    queryFn: async ({ signal }) => {
      const planBody = JSON.parse(settled) as PlanBody
      const { plan } = await api.call('post', '/api/receipts/refund/plan', {
        body: planBody,
        signal,
      })
      return plan
    },
    enabled: settled !== 'null',
    // What is shown before a signature is planned anew.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const isCurrent = settled === wanted && !query.isFetching && !query.isPlaceholderData
  return {
    plan: body === null ? null : (query.data ?? null),
    error: body !== null && query.isError ? query.error : null,
    /** Whether the plan shown is that of the draft. */
    isCurrent: body !== null && isCurrent && query.isSuccess,
    retry: () => void query.refetch(),
  }
}
