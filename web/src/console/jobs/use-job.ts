import type { ApiComponents } from '@tallystick/sdk'
import { useQuery, useQueryClient } from '@tanstack/preact-query'
import type { ResultOf } from '../api/api-types.js'
import { useSession } from '../session/session.js'

export type Job = ResultOf<'get', '/api/jobs/{id}'>
export type JobKind = ApiComponents['schemas']['JobKind']

/** The kind of live changes, in the plural. */
const key = 'jobs'
/** The stream of changes is faster. Without it, the console polls. */
const pollMs = 1_500

export function isEnded({ state }: Pick<Job, 'state'>): boolean {
  return state !== 'waiting' && state !== 'running'
}

/** Reads a job until it has ended. */
export function useJob(id: string | null) {
  const { api, membership } = useSession()
  return useQuery<Job>({
    queryKey: [key, membership.wallet, 'one', id],
    queryFn: ({ signal }) => api.call('get', '/api/jobs/{id}', { path: { id: id ?? '' }, signal }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data && isEnded(state.data) ? false : pollMs),
  })
}

/** Returns calls that find and cancel jobs. */
export function useJobCalls() {
  const { api, membership } = useSession()
  const queries = useQueryClient()
  return {
    /** Returns the open job of a kind that the person sees, or null. */
    async findOpen(kind: JobKind): Promise<Job | null> {
      const query = { kind, state: 'open', limit: 1 }
      const { jobs } = await api.call('get', '/api/jobs', { query })
      return jobs[0] ? { ok: true, ...jobs[0] } : null
    },
    /** Shows a job before it is read. */
    show: (job: Job) => queries.setQueryData([key, membership.wallet, 'one', job.id], job),
    /** Cancels a job. One that has ended meanwhile is read again. */
    async cancel(id: string): Promise<void> {
      const queryKey = [key, membership.wallet, 'one', id]
      try {
        const job = await api.call('post', '/api/jobs/{id}/cancel', { path: { id } })
        queries.setQueryData(queryKey, job)
      } catch {
        await queries.invalidateQueries({ queryKey })
      }
    },
  }
}
