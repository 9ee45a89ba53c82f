import { useEffect, useMemo, useState } from 'preact/hooks'
import { followReceipt } from '../live/follow-receipt.js'
import { createPortalApi } from '../live/portal-api.js'
import { stageOf } from '../state/stage-of.js'
import type { PortalReceipt, PortalView } from '../view.js'

/** Before a price runs out, by so much: an answer takes its time. */
const earlierMs = 1_000
const unpaid = ['open', 'failed', 'part_paid']

/** The receipt as it is by now, told by the service; and whether the service can be heard. */
export function useReceipt(view: PortalView) {
  const api = useMemo(() => createPortalApi(view), [view])
  const [receipt, setReceipt] = useState<PortalReceipt>(view.receipt)
  const [isLive, setLive] = useState(true)

  useEffect(() => {
    if (unpaid.includes(stageOf(view.receipt))) void api.report('link_opened')
    const id = encodeURIComponent(view.receipt.receiptId)
    return followReceipt({
      eventsUrl: `/api/portal/${id}/events${view.query}`,
      load: api.load,
      onReceipt: setReceipt,
      onConnection: (state) => setLive(state === 'live'),
    })
  }, [api, view])

  // A price that ran out is no news on the stream.
  const expiries = receipt.payment.options.flatMap(({ expiresAt }) => expiresAt ?? [])
  const nextExpiry = expiries.length > 0 ? Math.min(...expiries) : null
  useEffect(() => {
    if (nextExpiry === null) return
    const ahead = view.now - Date.now()
    const refresh = () => void api.load().then(setReceipt, () => {})
    const timer = setTimeout(
      refresh,
      Math.max(nextExpiry - earlierMs - Date.now() - ahead, earlierMs),
    )
    return () => clearTimeout(timer)
  }, [api, nextExpiry, view.now])

  return { api, receipt, setReceipt, isLive }
}
