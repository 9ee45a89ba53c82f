import { useEffect, useRef, useState } from 'preact/hooks'
import type { PosApi } from '../session/pos-api.js'
import type { SoldReceipt } from './sold-receipt.js'

type Page = { receipts: SoldReceipt[]; nextCursor: string | null; degraded?: boolean }

export type Sales = {
  /** Null while they load. */
  receipts: readonly SoldReceipt[] | null
  hasMore: boolean
  /** Without its database, the service knows the latest sales only. */
  isDegraded: boolean
  problem: string | null
  isLoading: boolean
  reload(): Promise<void>
  loadMore(): Promise<void>
}

const pageSize = 30
const refreshMs = 20_000

/** Loads the recent sales that the cashier may see: of one register, or of all with `null`. */
export function useSales(api: PosApi, registerId: string | null): Sales {
  const [pages, setPages] = useState<Page | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isLoading, setLoading] = useState(true)
  const latestRegister = useRef(registerId)
  latestRegister.current = registerId

  const load = async (cursor: string | null) => {
    const at = registerId ? `&registerId=${encodeURIComponent(registerId)}` : ''
    const after = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
    setLoading(true)
    const listed = await api.get<Page>(`/api/receipts?limit=${pageSize}&thumbs=0${at}${after}`)
    // The cashier has chosen other sales in the meantime.
    if (latestRegister.current !== registerId) return
    setLoading(false)
    if (!listed.ok) return setProblem(listed.message ?? '')
    setProblem(null)
    const { body } = listed
    setPages((before) => {
      if (!before) return body
      return cursor
        ? { ...body, receipts: [...before.receipts, ...body.receipts] }
        : withLater(before, body)
    })
  }
  useEffect(() => {
    setPages(null)
    void load(null)
    const timer = setInterval(() => void load(null), refreshMs)
    return () => clearInterval(timer)
  }, [registerId])

  return {
    receipts: pages?.receipts ?? null,
    hasMore: pages?.nextCursor != null,
    isDegraded: pages?.degraded ?? false,
    problem,
    isLoading,
    reload: () => load(null),
    loadMore: async () => {
      if (pages?.nextCursor) await load(pages.nextCursor)
    },
  }
}

/** Puts a fresh first page in front of the earlier pages that are loaded already. */
function withLater(before: Page, first: Page): Page {
  const fresh = new Set(first.receipts.map(({ receiptId }) => receiptId))
  const last = first.receipts.at(-1)
  const earlier = before.receipts.filter(
    ({ receiptId, createdAt }) => !fresh.has(receiptId) && createdAt <= (last?.createdAt ?? 0),
  )
  // Without a sale in common, sales in between may be missing.
  const isContinuous = before.receipts.some(({ receiptId }) => fresh.has(receiptId))
  if (!isContinuous || earlier.length === 0) return first
  return { ...before, degraded: first.degraded ?? false, receipts: [...first.receipts, ...earlier] }
}
