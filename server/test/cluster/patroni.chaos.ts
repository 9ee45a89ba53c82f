import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { print } from '../measure.js'
import { countReceipts, findMissing } from './check-orders.js'
import { addItem, type OrderLoad, startOrders } from './order-load.js'
import { type Cluster, startCluster } from './patroni.js'
import { isShort, type Services, startServices } from './services.js'

const kills = Number(process.env['ROUNDS'] ?? (isShort ? 1 : 10))
const sellsWithinMs = 3_000

let cluster: Cluster
let services: Services
let origins: string[]
let sku: string
beforeAll(async () => {
  cluster = await startCluster()
  services = await startServices({
    web: 2,
    workers: 1,
    environment: { DATABASE_URL: cluster.url, LOG_LEVEL: 'info' },
  })
  origins = services.web.map(({ port }) => `http://127.0.0.1:${port}`)
  sku = await addItem(origins[0] ?? '', services.demo.apiKey)
}, 300_000)
afterAll(async () => {
  await services.close()
  await cluster.close()
})

const startLoad = (): OrderLoad =>
  startOrders({ origins, apiKey: services.demo.apiKey, sku, clients: 4, pauseMs: 30 })

/** Resolves when no process sells in degraded mode. Returns the time it took. */
async function waitForDatabase(startedAt: number): Promise<number> {
  const { apiKey } = services.demo
  for (;;) {
    const pages = await Promise.all(
      origins.map(async (origin) => {
        const response = await fetch(`${origin}/api/webhooks`, { headers: { 'x-api-key': apiKey } })
        return response.status === 200
      }),
    )
    if (pages.every(Boolean)) return Math.round(performance.now() - startedAt)
    await sleep(100)
  }
}

/** Kills a primary under load and returns how long the parts took. */
async function failOver(kill: (name: string) => void | Promise<void>) {
  await cluster.waitUntilHealthy()
  const primary = await cluster.findPrimary()
  if (primary === null) throw new Error('The cluster has no primary')
  const load = startLoad()
  await sleep(1_500)
  const startedAt = performance.now()
  await kill(primary)
  await sleep(300)
  const backMs = await waitForDatabase(startedAt)
  await sleep(1_000)
  const { receiptIds, degraded, longestGapMs, failures } = await load.stop()
  return {
    receiptIds,
    figures: { primary, backMs, longestGapMs: Math.round(longestGapMs), degraded, failures },
    primary,
  }
}

async function waitForReplay(expected: number): Promise<void> {
  await expect
    .poll(() => countReceipts(cluster.url), { interval: 500, timeout: 30_000 })
    .toBeGreaterThanOrEqual(expected)
}

describe('Patroni with three servers', () => {
  test(`behavior: ${kills} kills of the primary's PostgreSQL lose and double no order`, async () => {
    const before = await countReceipts(cluster.url)
    const receiptIds: string[] = []
    const rounds: { backMs: number; longestGapMs: number; degraded: number }[] = []
    for (let round = 0; round < kills; round += 1) {
      const result = await failOver((name) => cluster.killPostgres(name))
      receiptIds.push(...result.receiptIds)
      rounds.push(result.figures)
      print(`kill ${round + 1}: ${JSON.stringify(result.figures)}`)
    }
    await waitForReplay(before + receiptIds.length)
    expect(await findMissing(cluster.url, receiptIds)).toEqual([])
    expect((await countReceipts(cluster.url)) - before).toBe(receiptIds.length)
    expect(Math.max(...rounds.map(({ longestGapMs }) => longestGapMs))).toBeLessThan(sellsWithinMs)
    expect(Math.max(...rounds.map(({ backMs }) => backMs))).toBeLessThan(15_000)
    expect(rounds.every(({ degraded }) => degraded > 0)).toBe(true)
  })

  // The lock of a lost machine expires after 20 seconds, too long for the short form.
  if (!isShort) {
    test('behavior: a killed node is replaced', async () => {
      const before = await countReceipts(cluster.url)
      const { receiptIds, figures, primary } = await failOver((name) => cluster.killNode(name))
      print(`killed node: ${JSON.stringify(figures)}`)
      cluster.startNode(primary)
      await waitForReplay(before + receiptIds.length)
      expect(await findMissing(cluster.url, receiptIds)).toEqual([])
      expect((await countReceipts(cluster.url)) - before).toBe(receiptIds.length)
      expect(figures.longestGapMs).toBeLessThan(sellsWithinMs)
      expect(figures.backMs).toBeLessThan(35_000)
    })
  }
})
