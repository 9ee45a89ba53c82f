import type { PortalReceipt } from '@tallystick/sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import { stageOf } from '../state/derive-stage.js'

const seconds = 5

/**
 * Back to the shop: where to, and how many seconds until that happens by itself; `null` when it does not. Only whoever
 * has just paid is led away, and they can stop it.
 */
export function useReturn(receipt: PortalReceipt) {
  const isPaid = stageOf(receipt) === 'paid'
  const wasPaid = useRef(isPaid)
  const { onSuccess, returnUrl } = receipt
  const target = onSuccess?.kind === 'url' ? onSuccess.url : returnUrl
  const hasJustPaid = isPaid && !wasPaid.current
  const [left, setLeft] = useState(seconds)
  const [isStopped, setStopped] = useState(false)
  const isCounting = hasJustPaid && target !== null && !isStopped

  useEffect(() => {
    if (!isCounting) return
    if (left === 0) return window.location.assign(target)
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [isCounting, left, target])

  return { target, left: isCounting ? left : null, stay: () => setStopped(true), hasJustPaid }
}
