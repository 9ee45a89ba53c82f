import { useEffect, useRef } from 'preact/hooks'
import type { Stage } from '../state/derive-stage.js'

/** Stages that a buyer must notice when the page reaches them. */
const results: readonly Stage[] = [
  'sent',
  'card_charged',
  'part_paid',
  'confirming',
  'mismatch',
  'failed',
  'paid',
  'expired',
  'sold_out',
  'closed',
]

/**
 * Returns a reference to the status. When the payment reaches a result, the status scrolls into
 * view and receives the focus, unless the buyer is typing.
 */
export function useAttention(stage: Stage) {
  const status = useRef<HTMLDivElement>(null)
  const previous = useRef(stage)
  useEffect(() => {
    if (stage === previous.current) return
    previous.current = stage
    const element = status.current
    if (!element || !results.includes(stage)) return
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    element.scrollIntoView({ block: 'center', behavior: isCalm ? 'instant' : 'smooth' })
    if (!isTyping()) element.focus({ preventScroll: true })
  }, [stage])
  return status
}

function isTyping(): boolean {
  return document.activeElement?.matches('input:not([type="radio"], [type="checkbox"])') ?? false
}
