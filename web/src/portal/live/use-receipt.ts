import type { PortalReceipt } from '@tallystick/sdk'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { payable, stageOf } from '../state/derive-stage.js'
import type { PortalView } from '../view.js'
import { followReceipt } from './follow-receipt.js'
import { createPortalApi } from './portal-api.js'
import { renewalMs } from './renewal-ms.js'

/** Between one attempt to get a new price and the next. */
const againMs = 5_000

/** The receipt as it is by now, told by the service; and whether the service can be heard. */
export function useReceipt(view: PortalView, ahead: number) {
  const api = useMemo(() => createPortalApi(view), [view])
  const [receipt, setReceipt] = useState<PortalReceipt>(view.receipt)
  const [isLive, setLive] = useState(true)
  const refresh = useRef(async () => false)

  useEffect(() => {
    if (payable.includes(stageOf(view.receipt))) void api.report('link_opened')
    const id = encodeURIComponent(view.receipt.receiptId)
    const following = followReceipt({
      eventsUrl: `/api/portal/${id}/events${view.query}`,
      load: api.load,
      onReceipt: setReceipt,
      onConnection: (state) => setLive(state === 'live'),
    })
    refresh.current = following.refresh
    return following.stop
  }, [api, view])

  // Prices are no news on the stream. One that ran out, or is missing, is asked for again and again.
  const { options } = receipt.payment
  const isMissing = stageOf(receipt) === 'unavailable'
  useEffect(() => {
    const firstMs = isMissing ? againMs : renewalMs(options, Date.now() + ahead)
    if (firstMs === null) return
    const renew = () => {
      // What nobody sees is asked for when somebody looks again.
      if (!document.hidden) void refresh.current()
      timer = setTimeout(renew, againMs)
    }
    let timer = setTimeout(renew, firstMs)
    return () => clearTimeout(timer)
  }, [ahead, options, isMissing])

  return { api, receipt, isLive, refresh: () => refresh.current() }
}
