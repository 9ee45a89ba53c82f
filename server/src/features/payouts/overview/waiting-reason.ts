import { HOUR_MS } from '../../../lib/time.js'
import type { Threshold } from '../flush/threshold.js'
import type { Holding } from '../read-model/balance-store.js'

/** Why money is not paid out yet. */
export const waitingReasons = [
  'sending',
  'confirming',
  'due',
  'below_minimum',
  'too_small',
  'no_rate',
  'failed',
  'no_gas',
  'manual',
] as const
type WaitingReason = (typeof waitingReasons)[number]

export type Wait = {
  reason: WaitingReason
  /** When the service moves the money by itself at the latest; null if it does not. */
  at: number | null
}

type Terms = Pick<Threshold, 'minMicros' | 'dustMicros'> & {
  now: number
  withinHours: number
  /** Whether the service moves money by itself. */
  isAutomatic: boolean
}

/** Decides why money waits, and until when. */
export function explainWait(holding: Holding, terms: Terms): Wait {
  const { isSending, isConfirmed, usdMicros, failures, retryAt, since } = holding
  const { now, isAutomatic, minMicros, dustMicros, withinHours } = terms
  if (!isAutomatic) return { reason: 'manual', at: null }
  if (isSending) return { reason: 'sending', at: now }
  if (retryAt > now) return { reason: failures > 0 ? 'failed' : 'no_gas', at: retryAt }
  if (usdMicros === null) return { reason: 'no_rate', at: null }
  if (usdMicros < dustMicros) return { reason: 'too_small', at: null }
  if (!isConfirmed) return { reason: 'confirming', at: now }
  const latest = since + withinHours * HOUR_MS
  if (usdMicros >= minMicros || latest <= now) return { reason: 'due', at: now }
  return { reason: 'below_minimum', at: latest }
}
