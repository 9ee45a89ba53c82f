import type { PortalReceipt } from '@tallystick/sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import { deriveStage } from '../state/derive-stage.js'

const countdownSeconds = 5

/**
 * Returns the address to return to, and the seconds until the automatic redirect, or null without one. Only a buyer who
 * just paid on this page is redirected, and can stop it.
 */
export function useReturn(receipt: PortalReceipt) {
  const isPaid = deriveStage(receipt) === 'paid'
  const wasPaid = useRef(isPaid)
  const { onSuccess, returnUrl } = receipt
  const target = onSuccess?.kind === 'url' ? onSuccess.url : returnUrl
  const hasJustPaid = isPaid && !wasPaid.current
  const [left, setLeft] = useState(countdownSeconds)
  const [isStopped, setStopped] = useState(false)
  const isCounting = hasJustPaid && target !== null && !isStopped

  useEffect(() => {
    if (!isCounting) return
    if (left === 0) return window.location.assign(target)
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [isCounting, left, target])

  return {
    target,
    secondsLeft: isCounting ? left : null,
    stay: () => setStopped(true),
    hasJustPaid,
  }
}
