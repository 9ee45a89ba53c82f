import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

export type OrderLoad = {
  /** Lets every order finish that was begun. */
  stop(): Promise<OrderResult>
  accepted(): number
}

type OrderResult = {
  /** The receipts of acknowledged orders. Every order that was begun has one. */
  receiptIds: string[]
  failures: string[]
  degraded: number
  /** The longest time in which no order was acknowledged. */
  longestGapMs: number
  latencies: number[]
}

const retryMs = 50

/**
 * Places orders, each under a key of its own. A failed one is repeated under its key until it is
 * acknowledged, as a merchant does.
 */
export function startOrders(input: {
  /** Each client uses one of them in turn. */
  origins: readonly string[]
  apiKey: string
  sku: string
  clients: number
  pauseMs?: number
  /** How often a client begins an order. Without it, each begins the next at once. */
  everyMs?: number
}): OrderLoad {
  const { origins, apiKey, sku, clients, pauseMs = 0, everyMs = 0 } = input
  const result: OrderResult = {
    receiptIds: [],
    failures: [],
    degraded: 0,
    longestGapMs: 0,
    latencies: [],
  }
  let isStopped = false
  let lastAt = performance.now()

  async function place(origin: string, key: string): Promise<boolean> {
    const startedAt = performance.now()
    try {
      const response = await fetch(`${origin}/api/orders`, {
        method: 'POST',
        headers: {
          'x-api-key': apiKey,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify({ items: [{ sku, qty: 1 }] }),
        signal: AbortSignal.timeout(10_000),
      })
      const text = await response.text()
      if (response.status !== 200) {
        result.failures.push(`${response.status} ${text.slice(0, 120)}`)
        return false
      }
      const { receipt, degraded } = JSON.parse(text)
      result.receiptIds.push(receipt.receiptId)
      if (degraded) result.degraded += 1
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      result.failures.push(String(cause))
      return false
    }
    const now = performance.now()
    result.latencies.push(now - startedAt)
    result.longestGapMs = Math.max(result.longestGapMs, now - lastAt)
    lastAt = now
    return true
  }

  const running = Array.from({ length: clients }, async (_, index) => {
    const origin = origins[index % origins.length] ?? ''
    for (let dueAt = performance.now(); !isStopped; dueAt += everyMs) {
      if (everyMs > 0) await sleep(Math.max(0, dueAt - performance.now()))
      const key = randomUUID()
      while (!(await place(origin, key))) await sleep(retryMs)
      if (pauseMs > 0) await sleep(pauseMs)
    }
  })
  return {
    accepted: () => result.receiptIds.length,
    async stop() {
      isStopped = true
      await Promise.all(running)
      return result
    },
  }
}

/** Adds an item of unlimited stock to the shop of a key. */
export async function addItem(origin: string, apiKey: string): Promise<string> {
  const sku = 'LOAD'
  const response = await fetch(`${origin}/api/inventory`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ sku, name: 'Load', priceUsd: 4, stockQty: -1 }),
  })
  if (!response.ok) throw new Error(await response.text())
  return sku
}
