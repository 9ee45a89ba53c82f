import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createDatabaseProxy } from '../test/fixtures/servers/database-proxy.js'
import { createTestDatabase } from '../test/test-database.js'
import { unixMs } from './lib/time.js'
import { type Service, startService } from './start-service.js'

const masterKey = vi.hoisted(() => ({
  check: null as ((check: () => Promise<void>) => Promise<void>) | null,
}))
vi.mock('./auth/merchants/master-key.js', async (importOriginal) => {
  const original = await importOriginal<typeof import('./auth/merchants/master-key.js')>()
  const requireMasterKey: typeof original.requireMasterKey = (ctx) => {
    const check = () => original.requireMasterKey(ctx)
    return masterKey.check ? masterKey.check(check) : check()
  }
  return { ...original, requireMasterKey }
})

let database: Awaited<ReturnType<typeof createTestDatabase>>
let proxy: Awaited<ReturnType<typeof createDatabaseProxy>>
let dataDir: string
beforeAll(async () => {
  database = await createTestDatabase()
  proxy = await createDatabaseProxy(database.url)
  dataDir = await mkdtemp(join(tmpdir(), 'start-'))
})
afterAll(async () => {
  await proxy.close()
  await database.drop()
  await rm(dataDir, { recursive: true })
})

/** Starts a service on the database, and returns how to call and stop it. */
async function start(signal = new AbortController().signal) {
  const steps: (() => Promise<void> | void)[] = []
  const service = await startService({
    environment: {
      DATABASE_URL: proxy.url,
      DATA_DIR: dataDir,
      PORT: '0',
      METRICS_PORT: '0',
      SANDBOX_CHAIN: 'off',
      LOG_LEVEL: 'silent',
      LOG_FORMAT: 'json',
    },
    isTerminal: false,
    now: () => unixMs(Date.now()),
    undo: (step) => steps.push(step),
    signal,
  })
  return {
    service,
    async stop() {
      for (const step of steps.reverse()) await step()
    },
  }
}

let apiKey = ''

async function call({ ctx }: Service, path: string, body?: object) {
  const response = await fetch(`${ctx.config.baseUrl}${path}`, {
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const order = { items: [{ sku: 'ESPRESSO', qty: 1 }] }

describe('a start without the database', () => {
  test('default: continues with the snapshot, and completes when the database is back', {
    tags: 'slow',
    timeout: 120_000,
  }, async () => {
    const first = await start()
    apiKey = first.service.demo?.apiKey ?? ''
    const { body } = await call(first.service, '/api/inventory')
    const items = body['items'] as { sku: string; stockQty: number }[]
    const sku = items.find(({ stockQty }) => stockQty > 1)?.sku ?? ''
    order.items = [{ sku, qty: 1 }]
    expect(await call(first.service, '/api/orders', order)).toMatchObject({ status: 200 })
    const groupsOnDisk = async () => {
      const files = await readdir(join(dataDir, 'snapshot')).catch(() => [])
      return files.filter((name) => !name.endsWith('.lock')).map((name) => name.slice(0, 2))
    }
    // The merchant and its key.
    await expect
      .poll(groupsOnDisk, { timeout: 30_000 })
      .toEqual(expect.arrayContaining(['0x', 'ke']))
    await first.stop()

    proxy.set('reset')
    const second = await start()
    const list = await call(second.service, '/api/receipts')
    expect(list).toMatchObject({ status: 200, body: { degraded: true } })
    const sold = await call(second.service, '/api/orders', order)
    expect(sold).toMatchObject({ status: 200, body: { ok: true, degraded: true } })
    await second.stop()

    // The sale is still on disk.
    const third = await start()
    const { receiptId } = sold.body['receipt'] as { receiptId: string }
    const getSold = () => call(third.service, `/api/receipts/${receiptId}`)
    expect(await getSold()).toMatchObject({ status: 200, body: { receiptId, degraded: true } })
    proxy.set('open')
    await expect
      .poll(getSold, { timeout: 30_000 })
      .toMatchObject({ status: 200, body: { timeline: [{}] } })
    await expect
      .poll(async () => (await getSold()).body, { timeout: 30_000 })
      .not.toHaveProperty('degraded')
    await third.stop()
  })

  test('behavior: waits for the database when there is no snapshot', {
    tags: 'slow',
    timeout: 120_000,
  }, async () => {
    await rm(join(dataDir, 'snapshot'), { recursive: true })
    proxy.set('reset')
    let isStarted = false
    const starting = start().finally(() => {
      isStarted = true
    })
    await expect.poll(() => proxy.connections(), { timeout: 30_000 }).toBeGreaterThan(2)
    expect(isStarted).toBe(false)
    proxy.set('open')
    await (await starting).stop()
  })

  test('behavior: waits when the database goes away after the migrations', {
    tags: 'slow',
    timeout: 120_000,
  }, async () => {
    let attempts = 0
    masterKey.check = async (check) => {
      attempts += 1
      proxy.set(attempts === 1 ? 'reset' : 'open')
      await check()
    }
    const { service, stop } = await start()
    masterKey.check = null
    expect(attempts).toBeGreaterThan(1)
    expect(service.demo).not.toBeNull()
    await stop()
  })

  test('error: a stop ends the wait', async () => {
    proxy.set('reset')
    await rm(join(dataDir, 'snapshot'), { recursive: true, force: true })
    const stopping = new AbortController()
    const starting = start(stopping.signal)
    stopping.abort(new Error('stopped'))
    await expect(starting).rejects.toThrow('stopped')
  }, 60_000)
})
