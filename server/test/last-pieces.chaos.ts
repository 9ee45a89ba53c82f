import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from './fixtures/factories.js'
import { createContextOn, type TestContext } from './harness.js'
import { type StoreDatabase, startStoreDatabase } from './store/database.js'
import { aShop, secret } from './store/outages.js'
import { type StoreService, startStoreService } from './store/service.js'

const rounds = 25
const processes = 4
const ordersPerRound = 40
const pieces = 3

const ownMerchants = Array.from({ length: rounds }, aWallet)
const dataDir = mkdtempSync(join(tmpdir(), 'last-pieces-'))
let database: StoreDatabase
let ctx: TestContext
const services: StoreService[] = []
beforeAll(async () => {
  database = await startStoreDatabase()
  // One after the other: the first one creates the tables.
  for (let n = 0; n < processes; n += 1) {
    const service = await startStoreService({
      databaseUrl: database.url,
      dataDir,
      secret,
      ownMerchants,
    })
    services.push(service)
    await service.ready()
  }
  ctx = await createContextOn({ url: database.url, drop: async () => {} }, {})
}, 240_000)
afterAll(async () => {
  await ctx?.close()
  for (const service of services) await service.close()
  await database?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('the last pieces of an item', () => {
  test('behavior: parallel orders over four processes sell each piece once', async () => {
    for (const [round, wallet] of ownMerchants.entries()) {
      const { origin = '' } = services[0] ?? {}
      const { apiKey } = await aShop(ctx, { wallet, origin, stockQty: pieces })
      const statuses = await Promise.all(
        Array.from({ length: ordersPerRound }, async (_, index) => {
          const { origin } = services[index % processes] ?? { origin: '' }
          const response = await fetch(`${origin}/api/orders`, {
            method: 'POST',
            headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
            body: JSON.stringify({ items: [{ sku: 'T', qty: 1 }] }),
          })
          await response.body?.cancel()
          return response.status
        }),
      )
      const sold = statuses.filter((status) => status === 200 || status === 201)
      expect(sold, `round ${round}: ${statuses}`).toHaveLength(pieces)
      expect(new Set(statuses).size).toBe(2)
    }
  })
})
