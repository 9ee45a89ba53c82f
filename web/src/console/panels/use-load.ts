import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/preact-query'
import type { InputOf, PathOf, ResultOf } from '../api/api-types.js'
import { toProblemToast } from '../parts/problem.js'
import { showToast } from '../parts/toast.js'
import { useSession } from '../session/session.js'

type GetPath = PathOf<'get'>

const rootOf = (wallet: string, path: GetPath) => ['panels', wallet, path] as const

type LoadOptions = { refreshMs?: number; isEnabled?: boolean }

/** Reads a route for the shop, and keeps what it returned. */
export function useLoad<P extends GetPath>(
  path: P,
  input: Pick<InputOf<'get', P>, 'path' | 'query'> = {},
  { refreshMs, isEnabled = true }: LoadOptions = {},
) {
  const { api, membership } = useSession()
  return useQuery<ResultOf<'get', P>>({
    queryKey: [...rootOf(membership.wallet, path), input],
    queryFn: ({ signal }) => api.call('get', path, { ...input, signal } as InputOf<'get', P>),
    enabled: isEnabled,
    ...(refreshMs !== undefined && { refetchInterval: refreshMs }),
  })
}

/** Reads the pages of a list, one after another. */
export function usePages<P extends GetPath>(
  path: P,
  query: Readonly<Record<string, unknown>> = {},
  { refreshMs, isEnabled = true }: LoadOptions = {},
) {
  const { api, membership } = useSession()
  return useInfiniteQuery({
    queryKey: [...rootOf(membership.wallet, path), 'pages', query],
    queryFn: ({ signal, pageParam }) => {
      const input = { query: { ...query, cursor: pageParam ?? undefined }, signal }
      return api.call('get', path, input as unknown as InputOf<'get', P>)
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: unknown) => (page as { nextCursor?: string | null }).nextCursor,
    enabled: isEnabled,
    ...(refreshMs !== undefined && { refetchInterval: refreshMs }),
  })
}

type ActOptions<Result> = {
  /** The sentence that confirms it; null says nothing. */
  done: string | null
  /** Routes whose results it changes. */
  changes?: readonly GetPath[]
  onDone?(result: Result): void
  /** Shows the problem itself, in place of a message. */
  isQuiet?: boolean
}

/** Makes a change, confirms it, and reads again what it changed. */
export function useAct<Input, Result>(
  run: (input: Input) => Promise<Result>,
  { done, changes = [], onDone, isQuiet = false }: ActOptions<Result>,
) {
  const { membership } = useSession()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: (result) => {
      if (done !== null) showToast({ kind: 'good', text: done })
      onDone?.(result)
      for (const path of changes) {
        void queries.invalidateQueries({ queryKey: rootOf(membership.wallet, path) })
      }
    },
    onError: (error) => {
      if (!isQuiet) showProblem(error)
    },
  })
}

/** Says why a change was not made, with the id under which the service logged it. */
export function showProblem(error: unknown): void {
  showToast(toProblemToast(error))
}
