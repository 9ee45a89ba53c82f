import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** A request whose response promised a receipt. */
export type AcknowledgedRequest = {
  n: number
  receiptId: string
  isDegraded: boolean
  tookMs: number
}

export type History = {
  acknowledged: AcknowledgedRequest[]
  /** How often a response was not a success, by status and message. */
  refused: Map<string, number>
  /** The longest time until a response, in ms. */
  slowestMs: number
  lists: number
}

const clients = 8
const patienceMs = 5_000

/**
 * Sends orders and receipts of several shops to several processes until it is stopped. A request
 * without a response is repeated at another process with the same idempotency key.
 */
export function startStoreLoad(input: {
  origins: readonly string[]
  apiKeys: readonly string[]
  random: () => number
}) {
  const { origins, apiKeys, random } = input
  const history: History = { acknowledged: [], refused: new Map(), slowestMs: 0, lists: 0 }
  const run = randomUUID()
  let count = 0
  let isStopping = false

  async function work(): Promise<void> {
    while (!isStopping) {
      const apiKey = apiKeys[Math.floor(random() * apiKeys.length)] ?? ''
      count += 1
      const n = count
      if (random() < 0.1) await list(apiKey)
      else await sellOne(apiKey, { n, isDirect: random() < 0.3 })
    }
  }

  async function sellOne(
    apiKey: string,
    { n, isDirect }: { n: number; isDirect: boolean },
  ): Promise<void> {
    const id = `${run}-${n}`
    const body = isDirect
      ? { id, totalUsd: 4, lineItems: [{ label: 'Tea', priceUsd: 4 }], metadata: { n } }
      : { items: [{ sku: 'T', qty: 1 }], metadata: { n } }
    const path = isDirect ? '/api/receipts' : '/api/orders'
    const giveUpAt = performance.now() + patienceMs
    // A lost connection says nothing about the sale.
    while (performance.now() < giveUpAt) {
      const startedAt = performance.now()
      const response = await call(apiKey, { path, body, key: id })
      const tookMs = performance.now() - startedAt
      if (response === null) {
        await sleep(20)
        continue
      }
      history.slowestMs = Math.max(history.slowestMs, tookMs)
      const { status, json } = response
      if (status !== 200 && status !== 201) {
        countRefusal(response)
        await sleep(20)
        continue
      }
      const receiptId = json.receipt?.receiptId ?? json.id
      const isDegraded = json.degraded === true
      history.acknowledged.push({ n, receiptId, isDegraded, tookMs })
      return
    }
  }

  async function list(apiKey: string): Promise<void> {
    const response = await call(apiKey, { path: '/api/receipts?limit=5' })
    if (response === null) return
    if (response.status === 200) history.lists += 1
    else countRefusal(response)
  }

  function countRefusal({ status, json }: { status: number; json: { message?: string } }): void {
    const refusal = `${status} ${json.message}`
    history.refused.set(refusal, (history.refused.get(refusal) ?? 0) + 1)
  }

  async function call(
    apiKey: string,
    { path, body, key }: { path: string; body?: object; key?: string },
  ) {
    const origin = origins[Math.floor(random() * origins.length)] ?? ''
    try {
      const response = await fetch(`${origin}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          'x-api-key': apiKey,
          'content-type': 'application/json',
          ...(key && { 'idempotency-key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: response.status, json: JSON.parse(await response.text()) }
    } catch {
      return null
    }
  }

  const working = Promise.all(Array.from({ length: clients }, work))
  return {
    history,
    async stop(): Promise<History> {
      isStopping = true
      await working
      return history
    },
  }
}
