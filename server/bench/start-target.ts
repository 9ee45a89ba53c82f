import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { demoShop } from '../src/features/sandbox/demo-shops.js'
import { readDemoItems } from '../src/features/sandbox/seed-demo.js'
import type { BareInput } from './bare.js'
import { databaseCpuMs, processCpuMs } from './cpu-time.js'
import { type BenchService, type Offline, openService } from './open-service.js'

/** The servers under test, and requests that they accept. */
export type Shop = {
  origin: string
  bare: string
  headers: Record<string, string>
  paths: Record<'receipt' | 'status' | 'list' | 'portal' | 'page' | 'catalog' | 'directory', string>
  order: object
  /** The same order of items with pictures. */
  picturedOrder: object
  x402: object
  databaseUrl: string
}

/** The resources used so far. CPU times are null on systems that do not show them. */
export type Usage = { cpuMs: number | null; databaseCpuMs: number | null; statements: number }

export type Target = {
  shop: Shop
  service: BenchService
  /** Returns the usage of the process that serves `origin`, and of the database. */
  usage(origin: string): Promise<Usage>
  stop(): Promise<void>
}

const lines = 5
/** Enough that the database uses indexes. */
const orders = 1_000
/** The default of `DATABASE_POOL_SIZE`. */
const poolSize = 10

/**
 * Starts the service and the bare handlers, each in a process of its own, on the same database.
 * `prepare` works on its data before.
 */
export async function startTarget(prepare?: Offline): Promise<Target> {
  const service = await openService({ TRUSTED_PROXIES: '127.0.0.1' }, prepare)
  const requests = await prepareRequests(service)
  const program = fileURLToPath(new URL('./bare.js', import.meta.url))
  const child = fork(program)
  const { databaseUrl } = service
  const bodies = await readAll(service, requests.paths)
  child.send({ databaseUrl, poolSize, bodies } satisfies BareInput)
  const [bare] = (await once(child, 'message')) as [string]
  const { origin, headers } = service

  return {
    shop: { origin, bare, headers, databaseUrl, ...requests },
    service,
    async usage(of) {
      const { rows } = await service.db.query<{ statements: string }>(
        'select sum(calls) as statements from pg_stat_statements',
      )
      return {
        cpuMs: processCpuMs((of === bare ? child.pid : service.pid) ?? 0),
        databaseCpuMs: databaseCpuMs(service.dataDir),
        statements: Number(rows[0]?.statements),
      }
    },
    async stop() {
      child.disconnect()
      await once(child, 'exit')
      await service.stop()
    },
  }
}

/** Creates items and receipts in the demo shop, and returns requests for them. */
async function prepareRequests(
  service: BenchService,
): Promise<Pick<Shop, 'paths' | 'order' | 'picturedOrder' | 'x402'>> {
  const post = async (path: string, body: object) => {
    const response = await fetch(`${service.origin}${path}`, {
      method: 'POST',
      headers: { ...service.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${text}`)
    return JSON.parse(text)
  }
  const addItem = (sku: string, more: object) =>
    post('/api/inventory', { sku, name: `Item ${sku}`, priceUsd: 12.5, stockQty: -1, ...more })

  const items = Array.from({ length: lines }, (_, index) => ({ sku: `BENCH-${index}`, qty: 2 }))
  const pictured = items.map(({ sku, qty }) => ({ sku: `${sku}-PIC`, qty }))
  for (const { sku } of items) await addItem(sku, {})
  const demoItems = readDemoItems(demoShop.slug)
  for (const [index, { sku }] of pictured.entries()) {
    await addItem(sku, { images: demoItems[index]?.images })
  }
  const { receiptId, paymentUrl } = (await post('/api/orders', { items: pictured })).receipt
  for (let created = 0; created < orders; created += 50) {
    await Promise.all(Array.from({ length: 50 }, () => post('/api/orders', { items: pictured })))
  }
  await service.maintain('analyze receipts, timeline_entries')

  const { pathname, search } = new URL(paymentUrl)
  return {
    paths: {
      receipt: `/api/receipts/${receiptId}`,
      status: `/api/receipts/status?receiptId=${receiptId}`,
      list: '/api/receipts?limit=100',
      portal: `${pathname.replace('/portal/', '/api/portal/')}${search}`,
      page: `${pathname}${search}`,
      catalog: '/api/inventory?q=item&limit=20',
      directory: '/api/directory/shops?q=demo',
    },
    order: { items },
    picturedOrder: { items: pictured },
    x402: { shopSlug: demoShop.slug, items: pictured },
  }
}

/** Returns the responses to requests, by their names. */
async function readAll(
  { origin, headers }: BenchService,
  paths: Record<string, string>,
): Promise<Record<string, string>> {
  const bodies: Record<string, string> = {}
  for (const [name, path] of Object.entries(paths)) {
    const response = await fetch(`${origin}${path}`, { headers })
    bodies[name] = await response.text()
    if (!response.ok) throw new Error(`${path}: ${bodies[name]}`)
  }
  return bodies
}
