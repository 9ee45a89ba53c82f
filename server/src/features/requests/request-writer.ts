import type { Address } from '../../lib/hex.js'
import { redactText } from '../../lib/redact.js'
import { SECOND_MS } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { insertCalls, type LoggedCall } from './request-store.js'

type RequestRing = {
  /** Returns a slot for the caller to fill at once, or null when all are in use. */
  claim(): LoggedCall | null
  /** Removes and returns copies of the oldest calls. */
  take(limit: number): LoggedCall[]
  size(): number
}

export type RequestWriter = {
  /** Returns a slot for the caller to fill at once, or null when the call is dropped. */
  claim(status: number): LoggedCall | null
  /** Writes the waiting calls. */
  close(): Promise<void>
}

const capacity = 8_192
const batchSize = 1_000
const flushAfterMs = SECOND_MS
/** Per flush. A rate limit must not cost a row for every call that it rejects. */
const maxRateLimited = 100

/**
 * Creates the writer of the request log. It writes a second after the first call of a batch, or
 * sooner when a batch is full. Calls that find the buffer full, or that the database refuses, are
 * dropped and counted.
 */
export function createRequestWriter(ctx: Pick<Context, 'db' | 'metrics' | 'log'>): RequestWriter {
  const { db, metrics, log } = ctx
  const ring = createRequestRing(capacity)
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> | null = null
  let rateLimited = 0

  function claim(status: number): LoggedCall | null {
    if (status === 429) rateLimited += 1
    const isSurplus = status === 429 && rateLimited > maxRateLimited
    const slot = isSurplus ? null : ring.claim()
    if (!slot) {
      metrics.requestLogDropped.inc()
      return null
    }
    if (ring.size() >= batchSize) {
      // After this request, because its slot is not filled yet.
      if (!writing) setImmediate(flush)
    } else timer ??= setTimeout(flush, flushAfterMs).unref()
    return slot
  }

  function flush(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    rateLimited = 0
    writing ??= writeAll().finally(() => {
      writing = null
    })
    return writing
  }

  async function writeAll(): Promise<void> {
    while (ring.size() > 0) {
      const calls = ring.take(batchSize)
      try {
        await insertCalls(db, calls.map(hideSecrets))
      } catch (error) {
        metrics.requestLogDropped.inc(calls.length)
        // The circuit breaker already logs an unavailable database.
        if (error instanceof StoreUnavailable) continue
        log.warn({ err: error, calls: calls.length }, 'calls were lost from the request log')
      }
    }
  }

  return {
    claim,
    async close() {
      do await flush()
      while (ring.size() > 0)
    },
  }
}

/** Callers can choose their correlation id, and might send a key by mistake. */
function hideSecrets(call: LoggedCall): LoggedCall {
  const { correlationId } = call
  if (correlationId.startsWith('req_')) return call
  return { ...call, correlationId: redactText(correlationId) }
}

/**
 * Creates a buffer with a fixed number of slots. They are allocated once and filled with references
 * to values that exist anyway, so that a call costs no garbage.
 */
function createRequestRing(capacity: number): RequestRing {
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
      const calls: LoggedCall[] = []
      for (; size > 0 && calls.length < limit; size -= 1) {
        const slot = slots[start]
        start = (start + 1) % capacity
        if (!slot) continue
        calls.push({ ...slot })
        // Samples are the only large values.
        slot.sample = null
      }
      return calls
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
