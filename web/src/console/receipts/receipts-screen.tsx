import './receipts.css'
import { useQuery } from '@tanstack/preact-query'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useLocation, useParams, useSearch } from 'wouter-preact'
import { consoleFormats } from '../format/console-formats.js'
import { FormatsProvider, useFormats } from '../format/use-formats.js'
import { OnDemand } from '../parts/on-demand.js'
import { showToast, type Toast } from '../parts/toast.js'
import { useSession } from '../session/session.js'
import { readFilters } from './filters.js'
import { MessageBar } from './message-bar.js'
import { SayProvider } from './messages.js'
import type { Receipt, Register } from './receipt.js'
import { ReceiptsList } from './receipts-list.js'

/** Lists the receipts of the shop, with one of them in a drawer. Days are those of the shop. */
export function Screen() {
  const { api, membership } = useSession()
  const formats = useFormats()
  const shop = useQuery({
    queryKey: ['shop', membership.wallet],
    queryFn: ({ signal }) => api.call('get', '/api/shop/config', { signal }),
    staleTime: 5 * 60_000,
  })
  const zone = shop.data?.config.timeZone
  return (
    <FormatsProvider value={zone ? consoleFormats(formats.locale, zone) : formats}>
      <Receipts />
    </FormatsProvider>
  )
}

function Receipts() {
  const { id } = useParams<{ id?: string }>()
  const search = useSearch()
  const [, navigate] = useLocation()
  const [message, setMessage] = useState<Toast | null>(null)
  const [order, setOrder] = useState<readonly Receipt[]>([])
  const filters = useMemo(() => readFilters(search), [search])
  const registers = useRegisters()
  const query = search && `?${search}`
  const hasListBefore = useWasClosed(id)
  const close = () => {
    // The entry before is the list, unless the receipt was the first thing to be opened.
    if (hasListBefore()) history.back()
    else navigate(`/receipts${query}`, { replace: true })
  }
  const goTo = (receipt: Receipt | undefined) => {
    if (!receipt) return
    navigate(`/receipts/${encodeURIComponent(receipt.receiptId)}${query}`, { replace: true })
  }
  useEffect(() => setMessage(null), [id])
  const place = id === undefined ? -1 : order.findIndex(({ receiptId }) => receiptId === id)
  return (
    <SayProvider value={id === undefined ? showToast : setMessage}>
      <ReceiptsList
        filters={filters}
        search={search}
        openId={id ?? null}
        registers={registers}
        onOrder={setOrder}
      />
      {id !== undefined && (
        <OnDemand
          load={() => import('./receipt-drawer.js').then((module) => module.ReceiptDrawer)}
          props={{
            id,
            known: order[place],
            registers,
            onNext: place >= 0 && place < order.length - 1 ? () => goTo(order[place + 1]) : null,
            onPrevious: place > 0 ? () => goTo(order[place - 1]) : null,
            onClose: close,
            children: <MessageBar message={message} onClose={() => setMessage(null)} />,
          }}
          onFailed={close}
        />
      )}
    </SayProvider>
  )
}

/** Returns whether the list was shown before the open receipt. */
function useWasClosed(id: string | undefined): () => boolean {
  const wasClosed = useRef(false)
  const before = useRef(id)
  useEffect(() => {
    if (id === undefined) wasClosed.current = true
    const closed = before.current
    before.current = id
    if (id !== undefined || closed === undefined) return
    // J and K have left the row that opened the drawer.
    requestAnimationFrame(() =>
      document
        .querySelector<HTMLElement>(`[data-row="${CSS.escape(closed)}"]`)
        ?.focus({ preventScroll: true }),
    )
  }, [id])
  return () => wasClosed.current
}

/** Returns the registers of the shop, or none until they are read. */
function useRegisters(): readonly Register[] {
  const { api, membership } = useSession()
  const registers = useQuery({
    queryKey: ['registers', membership.wallet],
    queryFn: ({ signal }) => api.call('get', '/api/registers', { signal }),
    enabled: membership.rights.includes('registers:read'),
    staleTime: 5 * 60_000,
  })
  return registers.data?.registers ?? []
}
