import type { Address } from '../../lib/hex.js'

/** A completed call with a key. */
export type LoggedCall = {
  merchant: Address
  keyId: string
  at: number
  method: string
  /** The pattern of the route, such as `/api/receipts/{id}`. */
  route: string
  status: number
  durationUs: number
  correlationId: string
  error: string | null
  /** A redacted sample of the body, as JSON. */
  sample: string | null
}

export type RequestRing = {
  /** Returns a slot for the next call, which the caller fills at once, or null when all are in use. */
  claim(): LoggedCall | null
  /** Removes and returns copies of the oldest calls. */
  take(limit: number): LoggedCall[]
  size(): number
}

/**
 * Creates a buffer with a fixed number of slots. They are allocated once and filled with references to values that exist
 * anyway, so that a call costs no garbage.
 */
export function createRequestRing(capacity: number): RequestRing {
  const slots = Array.from({ length: capacity }, emptySlot)
  let start = 0
  let size = 0

  return {
    claim() {
      const slot = size === capacity ? undefined : slots[(start + size) % capacity]
      if (!slot) return null
      size += 1
      return slot
    },
    take(limit) {
      const taken: LoggedCall[] = []
      for (; size > 0 && taken.length < limit; size -= 1) {
        const slot = slots[start]
        start = (start + 1) % capacity
        if (!slot) continue
        taken.push({ ...slot })
        // Samples are the only large values.
        slot.sample = null
      }
      return taken
    },
    size: () => size,
  }
}

function emptySlot(): LoggedCall {
  return {
    merchant: '' as Address,
    keyId: '',
    at: 0,
    method: '',
    route: '',
    status: 0,
    durationUs: 0,
    correlationId: '',
    error: null,
    sample: null,
  }
}
