import type { PortalReceipt } from '@tallystick/sdk'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { PaymentOption } from '../../core/api/payment-option.js'
import { canPay, deriveStage, payableStages } from '../state/derive-stage.js'
import type { PortalView } from '../view.js'
import { followReceipt } from './follow-receipt.js'
import { createPortalApi } from './portal-api.js'

const retryMs = 5_000
/** A quote is renewed this long before it expires, because the request takes time. */
const renewEarlyMs = 1_000
const minDelayMs = 1_000
/** Timers cannot wait longer than 24 days. */
const maxDelayMs = 86_400_000

/** Returns the current receipt as the service reports it, and whether the connection is live. */
export function useReceipt(view: PortalView, clockOffsetMs: number) {
  const api = useMemo(() => createPortalApi(view), [view])
  const [receipt, setReceipt] = useState<PortalReceipt>(view.receipt)
  const [isLive, setLive] = useState(true)
  const refresh = useRef(async () => false)

  useEffect(() => {
    const stage = deriveStage(view.receipt)
    // A failure stays visible until the buyer tries again.
    if (payableStages.includes(stage) && stage !== 'failed') void api.report('link_opened')
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

  // The stream reports neither new quotes nor the passing of time. So the page loads the receipt
  // when a quote is missing or about to expire, and when the receipt expires.
  const { options } = receipt.payment
  const deadline = canPay(receipt) ? receipt.expiresAt : null
  const isUnavailable = deriveStage(receipt) === 'unavailable'
  useEffect(() => {
    const firstMs = isUnavailable
      ? retryMs
      : getRenewalDelayMs({ options, deadline }, Date.now() + clockOffsetMs)
    if (firstMs === null) return
    const renew = () => {
      // A hidden page catches up when it becomes visible.
      if (!document.hidden) void refresh.current()
      timer = setTimeout(renew, retryMs)
    }
    let timer = setTimeout(renew, firstMs)
    return () => clearTimeout(timer)
  }, [clockOffsetMs, options, deadline, isUnavailable])

  return { api, receipt, isLive, refresh: () => refresh.current() }
}

/** Returns the delay until the receipt has to be loaded again, or null when nothing expires. */
export function getRenewalDelayMs(
  { options, deadline }: { options: readonly PaymentOption[]; deadline: number | null },
  now: number,
): number | null {
  const quotes = options.flatMap(({ expiresAt }) => expiresAt ?? [])
  const ends = [
    ...quotes.map((end) => end - renewEarlyMs),
    ...(deadline === null ? [] : [deadline]),
  ]
  if (ends.length === 0) return null
  return Math.min(Math.max(Math.min(...ends) - now, minDelayMs), maxDelayMs)
}
