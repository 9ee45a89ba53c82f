import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/preact-query'
import { useSession } from '../session/session.js'

/** The stream of changes says when there are new ones. This is for those that were missed. */
const pollMs = 60_000

/** Returns the newest notifications, and how many are unread. */
export function useNewest() {
  const { api, membership } = useSession()
  return useQuery({
    queryKey: ['notifications', membership.wallet, 'newest'],
    queryFn: ({ signal }) =>
      api.call('get', '/api/notifications', { query: { limit: 50 }, signal }),
    enabled: membership.rights.includes('notifications:read'),
    refetchInterval: pollMs,
  })
}

/** Returns all notifications, page by page. */
export function useAllNotifications(isUnreadOnly: boolean) {
  const { api, membership } = useSession()
  return useInfiniteQuery({
    queryKey: ['notifications', membership.wallet, 'list', isUnreadOnly],
    queryFn: ({ pageParam, signal }) =>
      api.call('get', '/api/notifications', {
        query: {
          ...(isUnreadOnly && { unread: '1' }),
          ...(pageParam !== null && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

/** Marks some notifications as read, or one and all older ones. */
export function useMarkRead() {
  const { api, membership } = useSession()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { ids: string[] } | { upTo: string }) =>
      api.call('post', '/api/notifications/read', { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['notifications', membership.wallet] }),
  })
}
