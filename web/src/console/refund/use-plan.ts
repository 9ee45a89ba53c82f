import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import { useTypedText } from '../../ui/use-typed-text.js'
import { useSession } from '../session/session.js'
import type { PlanBody } from './draft.js'

const typingMs = 250

/** Plans what a draft returns, shortly after the last change. */
export function usePlan(body: PlanBody | null) {
  const { api, membership } = useSession()
  const bodyText = JSON.stringify(body)
  const settled = useTypedText(bodyText, typingMs)
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
    // The plan is made again before a signature.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const isCurrent = settled === bodyText && !query.isFetching && !query.isPlaceholderData
  return {
    plan: body === null ? null : (query.data ?? null),
    error: body !== null && query.isError ? query.error : null,
    /** Whether the plan shown is that of the draft. */
    isCurrent: body !== null && isCurrent && query.isSuccess,
    retry: () => void query.refetch(),
  }
}
