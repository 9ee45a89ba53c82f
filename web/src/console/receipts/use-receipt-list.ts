import {
  type InfiniteData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/preact-query'
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import { useSession } from '../session/session.js'
import type { ReceiptsQuery } from './filters.js'
import { addReceipts, createReceiptLister, findNew, replaceReceipts } from './merge-rows.js'
import type { Receipt, ReceiptPage } from './receipt.js'

export const maxRows = 5_000
const pageSize = 100
/** Live changes read the newest receipts again at once. This is for those that were missed. */
const pollMs = 10_000

type Pages = InfiniteData<ReceiptPage, string | null>

/** The receipts of the shop in the cache. */
export const receiptsKey = ['receipts'] as const

/** Reads the receipts that match a query, page by page, and follows what is new. */
export function useReceiptList(query: ReceiptsQuery) {
  const { api, membership } = useSession()
  const queries = useQueryClient()
  const text = JSON.stringify(query)
  const key = useMemo(() => [...receiptsKey, membership.wallet, 'list', text], [membership, text])
  const read = (cursor: string | null, signal: AbortSignal) =>
    api.call('get', '/api/receipts', {
      query: { ...query, limit: pageSize, thumbs: '0', ...(cursor !== null && { cursor }) },
      signal,
    })
  const list = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page: ReceiptPage, pages) =>
      pages.length * pageSize >= maxRows ? null : page.nextCursor,
    // The newest receipts are read again below, so that a long list is not.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const head = useQuery({
    queryKey: [...receiptsKey, membership.wallet, 'newest', text],
    queryFn: ({ signal }) => read(null, signal),
    enabled: list.isSuccess,
    refetchInterval: pollMs,
    retry: false,
  })

  const pages = list.data?.pages
  const [listReceipts] = useState(createReceiptLister)
  const receipts = useMemo(() => listReceipts(pages ?? []), [pages])
  const changePages = useCallback(
    (change: (pages: ReceiptPage[]) => ReceiptPage[]) =>
      queries.setQueryData<Pages>(key, (data) => {
        if (!data) return data
        const changed = change(data.pages)
        return changed === data.pages ? data : { ...data, pages: changed }
      }),
    [key],
  )
  const [fresh, setFresh] = useState<readonly Receipt[]>([])
  const latest = head.data?.receipts
  useEffect(() => {
    if (latest) changePages((known) => replaceReceipts(known, latest))
  }, [latest, changePages])
  useEffect(() => {
    if (!latest) return
    const found = findNew(receipts, latest)
    setFresh((before) => (found.length === 0 && before.length === 0 ? before : found))
  }, [latest, receipts])

  const last = pages?.at(-1)
  return {
    list,
    receipts,
    fresh,
    changePages,
    showFresh: () => changePages((known) => addReceipts(known, fresh)),
    isComplete: last !== undefined && last.nextCursor === null,
    isFull: last !== undefined && last.nextCursor !== null && !list.hasNextPage,
  }
}
