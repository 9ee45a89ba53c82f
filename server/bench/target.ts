import { randomBytes } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { buildApp } from '../src/app.js'
import { developer } from '../src/auth/guards.js'
import { createSnapshot } from '../src/create-snapshot.js'
import { demoShop } from '../src/features/sandbox/demo-shops.js'
import { readDemoItems } from '../src/features/sandbox/read-demo-items.js'
import { seedDemo } from '../src/features/sandbox/seed-demo.js'
import { journalKinds } from '../src/features.js'
import { createBatches } from '../src/platform/batches.js'
import type { Db } from '../src/platform/db/db.js'
import { createReplayWorker } from '../src/platform/journal/replay-journal.js'
import { emptyRoute, serveBare } from './bare-server.js'
import { databaseCpuMs } from './database-cpu.js'
import { issueBenchKey } from './issue-bench-key.js'
import { openContext } from './open-context.js'
import type { Command, Shop, Usage } from './start-target.js'

// Serves the real app, with key, limits, logging and guards, and a bare server on the same database. Sends their URLs to
// the parent process, and what they used on request.

const lines = 5
/** Enough that the database uses indexes. */
const orders = 1_000

const { ctx, dataDir, databaseUrl, maintain, close } = await openContext({
  // Prices need no chain, but without one the service requests no payment.
  CHAIN_RPC_URL: 'http://127.0.0.1:9',
  TRUSTED_PROXIES: '127.0.0.1',
})
let statements = 0
const db = counted(ctx.db)
const { server } = await buildApp({ ...ctx, db, batches: createBatches(db) })
const { wallet } = await seedDemo(ctx, randomBytes(32).toString('hex'))
const headers = { 'x-api-key': await issueBenchKey(ctx, wallet.address) }
const guard = developer({ scope: 'receipts:read' })
server.get('/bench', { ...emptyRoute, config: { guard } }, async () => ({ ok: true }))
const post = (url: string, payload: object) =>
  server.inject({ method: 'POST', url, headers, payload })
const read = async (url: string) => (await server.inject({ url, headers })).body

const items = Array.from({ length: lines }, (_, index) => ({ sku: `BENCH-${index}`, qty: 2 }))
for (const { sku } of items) {
  await post('/api/inventory', { sku, name: `Item ${sku}`, priceUsd: 12.5, stockQty: -1 })
}
const pictured = items.map(({ sku, qty }) => ({ sku: `${sku}-PIC`, qty }))
for (const [index, { images }] of readDemoItems(demoShop.slug).slice(0, lines).entries()) {
  const { sku } = pictured[index] ?? {}
  await post('/api/inventory', { sku, name: `Item ${sku}`, priceUsd: 12.5, stockQty: -1, images })
}
const { receiptId, paymentUrl } = (await post('/api/orders', { items })).json().receipt
for (let made = 0; made < orders; made += 50) {
  await Promise.all(Array.from({ length: 50 }, () => post('/api/orders', { items })))
}
await maintain('analyze receipts, receipt_events')

const { pathname, search } = new URL(paymentUrl)
const paths = {
  receipt: `/api/receipts/${receiptId}`,
  status: `/api/receipts/status?receiptId=${receiptId}`,
  list: '/api/receipts?limit=100',
  portal: `${pathname.replace('/portal/', '/api/portal/')}${search}`,
  page: `${pathname}${search}`,
  catalogue: '/api/inventory?q=item&limit=20',
  directory: '/api/directory/shops?q=demo',
}
const bodies = Object.fromEntries(
  await Promise.all(Object.entries(paths).map(async ([name, url]) => [name, await read(url)])),
)
const bare = await serveBare(db, bodies)
const origin = await server.listen({ port: 0, host: '127.0.0.1' })
const order = { items }
const x402 = { shopSlug: demoShop.slug, items }
const picturedOrder = { items: pictured }
send({ origin, bare, headers, paths, order, picturedOrder, x402, databaseUrl })

const delay = monitorEventLoopDelay({ resolution: 1 })
let workers: { start(): void; stop(): Promise<void> }[] = []
process.on('message', async (command: Command) => {
  if (command === 'protect') {
    workers = [createReplayWorker(ctx, journalKinds), createSnapshot(ctx)]
    for (const worker of workers) worker.start()
  }
  if (command === 'expose') await expose()
  if (command === 'stop') await stop()
  if (command === 'watch') {
    delay.reset()
    delay.enable()
  }
  if (command === 'collect') globalThis.gc?.()
  const { user, system } = process.cpuUsage()
  const { heapUsed, rss } = process.memoryUsage()
  send({
    cpuMs: (user + system) / 1_000,
    databaseCpuMs: databaseCpuMs(dataDir),
    statements,
    heapMb: heapUsed / 1_048_576,
    residentMb: rss / 1_048_576,
    loopDelayP99Ms: delay.percentile(99) / 1_000_000,
  })
})

// The parent process has failed.
process.once('disconnect', () => void stop())

async function stop(): Promise<never> {
  await expose()
  await server.close()
  await close()
  process.exit()
}

async function expose(): Promise<void> {
  for (const worker of workers.splice(0)) await worker.stop()
}

function send(message: Shop | Usage): void {
  process.send?.(message)
}

/** Counts the round trips to the database. */
function counted(inner: Db): Db {
  return {
    ...inner,
    query(sql, params) {
      statements += 1
      return inner.query(sql, params)
    },
    transaction(work) {
      // Begin and commit.
      statements += 2
      return inner.transaction((tx) =>
        work({
          ...tx,
          query(sql, params) {
            statements += 1
            return tx.query(sql, params)
          },
        }),
      )
    },
  }
}
