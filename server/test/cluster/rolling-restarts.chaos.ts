import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { print } from '../measure.js'
import { createTestDatabase } from '../test-database.js'
import { countReceipts, findMissing } from './check-orders.js'
import { startHaproxy } from './haproxy.js'
import { addItem, startOrders } from './order-load.js'
import { isShort, type Services, startServices } from './services.js'

/** The limit of a merchant. */
const reportsPerMinute = 60

const rounds = Number(process.env['ROUNDS'] ?? (isShort ? 1 : 20))

let database: Awaited<ReturnType<typeof createTestDatabase>>
let services: Services
let haproxy: Awaited<ReturnType<typeof startHaproxy>>
beforeAll(async () => {
  database = await createTestDatabase()
  services = await startServices({
    web: 4,
    workers: 2,
    environment: { DATABASE_URL: database.url, DRAIN_MS: '2000', LOG_LEVEL: 'info' },
  })
  haproxy = await startHaproxy(services.web.map(({ port }) => port))
})
afterAll(async () => {
  await haproxy.stop()
  await services.close()
  await database.drop()
})

function restarted() {
  const { web, workers } = services
  return isShort ? [...web.slice(0, 2), ...workers.slice(0, 1)] : [...web, ...workers]
}

describe('four web and two worker processes behind HAProxy', () => {
  test(`behavior: ${rounds} rolling restarts fail no request`, async () => {
    const { apiKey } = services.demo
    const sku = await addItem(haproxy.origin, apiKey)
    const before = await countReceipts(database.url)
    const load = startOrders({
      origins: [haproxy.origin],
      apiKey,
      sku,
      clients: 8,
      pauseMs: 20,
    })
    for (let round = 0; round < rounds; round += 1) {
      for (const service of restarted()) await service.restart()
    }
    const { failures, receiptIds, longestGapMs } = await load.stop()
    const figures = { rounds, orders: receiptIds.length, failures: failures.length, longestGapMs }
    print(`rolling restarts: ${JSON.stringify(figures)}`)

    expect(failures).toEqual([])
    expect(await findMissing(database.url, receiptIds)).toEqual([])
    expect((await countReceipts(database.url)) - before).toBe(receiptIds.length)
  })

  test('behavior: a limit holds across the processes', async () => {
    const { apiKey } = services.demo
    const startedAt = Date.now()
    const statuses = await Promise.all(
      Array.from({ length: 4 * reportsPerMinute }, async (_, index) => {
        const origin = `http://127.0.0.1:${services.web[index % 4]?.port}`
        const headers = { 'x-api-key': apiKey }
        return (await fetch(`${origin}/api/reports/summary`, { headers })).status
      }),
    )
    const accepted = statuses.filter((status) => status === 200).length
    const minutes = Math.floor(Date.now() / 60_000) - Math.floor(startedAt / 60_000) + 1
    print(`reports by four processes: ${accepted} of ${statuses.length} in ${minutes} windows`)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    expect(accepted).toBeLessThanOrEqual(minutes * reportsPerMinute)
    expect(accepted).toBeGreaterThanOrEqual(reportsPerMinute)
  })
})
