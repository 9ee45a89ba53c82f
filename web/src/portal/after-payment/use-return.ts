import type { PortalReceipt } from '@tallystick/sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import { deriveStage } from '../state/derive-stage.js'

const countdownSeconds = 5

/**
 * Returns the address to return to, and the seconds until the automatic redirect, or null without
 * one. Only a buyer who just paid on this page is redirected, and can stop it. A page of another site
 * that shows this one goes on itself.
 */
export function useReturn(receipt: PortalReceipt, embedder?: string) {
  const isPaid = deriveStage(receipt) === 'paid'
  const wasPaid = useRef(isPaid)
  const { onSuccess, returnUrl } = receipt
  const target = onSuccess?.kind === 'url' ? onSuccess.url : returnUrl
  const hasJustPaid = isPaid && !wasPaid.current
  const [secondsLeft, setSecondsLeft] = useState(countdownSeconds)
  const [isStopped, setStopped] = useState(Boolean(embedder))
  const isCounting = hasJustPaid && target !== null && !isStopped

  useEffect(() => {
    if (!isCounting) return
    if (secondsLeft === 0) return window.location.assign(target)
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1_000)
    return () => clearTimeout(timer)
  }, [isCounting, secondsLeft, target])

  return {
    target,
    secondsLeft: isCounting ? secondsLeft : null,
    stay: () => setStopped(true),
    hasJustPaid,
  }
}
