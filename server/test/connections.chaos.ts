import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOutageApp } from './fixtures/outage.js'
import { aSeller, type Seller } from './fixtures/seller.js'
import type { DatabaseWay } from './fixtures/servers/database-proxy.js'

const clients = 8

let app: Awaited<ReturnType<typeof createOutageApp>>
/** One per client, because a merchant may store a limited amount per minute. */
const sellers: Seller[] = []
beforeAll(async () => {
  app = await createOutageApp({ connectTimeoutMs: 3_000, requestTimeoutMs: 2_000 })
  const items = [{ sku: 'TEA', name: 'Tea', priceUsd: 4, stockQty: -1 }]
  while (sellers.length < clients)
    sellers.push(await aSeller(app, { items, callsPerMinute: 1_000_000 }))
  for (const seller of sellers) await call(seller, 0)
  await app.snapshot.refresh()
}, 60_000)
afterAll(async () => {
  app.setProxy('open')
  await app.close()
})

const outageMs = 6_000
const openMs = 3_000

type Call = { tookMs: number; status: number; isDegraded: boolean; endedAt: number }

async function call(seller: Seller, turn: number): Promise<Call> {
  const startedAt = performance.now()
  const response =
    turn % 2 === 0
      ? await seller.post('/api/orders', { items: [{ sku: 'TEA', qty: 1 }] })
      : await seller.get('/api/receipts?limit=20')
  const endedAt = performance.now()
  const isDegraded = response.json().degraded === true
  return { tookMs: endedAt - startedAt, status: response.statusCode, isDegraded, endedAt }
}

/**
 * Calls without a pause while the database is reached in this way for a while, and then for a while
 * as always.
 */
async function runRound(way: DatabaseWay) {
  const calls: Call[] = []
  const stopAt = performance.now() + outageMs + openMs
  const client = async (seller: Seller) => {
    for (let turn = 0; performance.now() < stopAt; turn += 1) {
      calls.push(await call(seller, turn))
      await sleep(5)
    }
  }
  const cpuBefore = process.cpuUsage()
  const running = sellers.map(client)
  app.setProxy(way)
  const beganAt = performance.now()
  await sleep(outageMs)
  app.setProxy('open')
  const mendedAt = performance.now()
  await Promise.all(running)
  const cpu = process.cpuUsage(cpuBefore)

  const returnedCall = calls.find(({ endedAt, isDegraded }) => endedAt > mendedAt && !isDegraded)
  const firstDegraded = calls.find(({ isDegraded }) => isDegraded)?.endedAt ?? beganAt
  const degraded = calls
    .filter(({ isDegraded, endedAt, tookMs }) => isDegraded && endedAt - tookMs > firstDegraded)
    .map(({ tookMs }) => tookMs)
    .sort((a, b) => a - b)
  return {
    calls: calls.length,
    failures: calls.filter(({ status }) => status !== 200).length,
    slowestMs: Math.round(Math.max(...calls.map(({ tookMs }) => tookMs))),
    degradedP99Ms: Math.round(degraded[Math.floor(degraded.length * 0.99)] ?? 0),
    degraded: degraded.length,
    cpuMsPerCall: Math.round((cpu.user + cpu.system) / calls.length) / 1_000,
    backMs: Math.round((returnedCall?.endedAt ?? Number.POSITIVE_INFINITY) - mendedAt),
  }
}

describe('a failing connection to the database', () => {
  test.each(['silent', 'slow', 'reset', 'silent', 'slow', 'reset'] as const)(
    'behavior: orders and lists continue while it is %s',
    async (way) => {
      const round = await runRound(way)
      process.stdout.write(`${way}: ${JSON.stringify(round)}\n`)
      expect(round.failures).toBe(0)
      expect(round.degraded).toBeGreaterThan(100)
      expect(round.slowestMs).toBeLessThan(3_500)
      expect(round.degradedP99Ms).toBeLessThan(250)
      expect(round.backMs).toBeLessThan(2_000)
    },
    60_000,
  )
})
