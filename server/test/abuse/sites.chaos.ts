import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { loadavg, setPriority } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.js'
import { testCertificate, testCertificateKey } from '../fixtures/servers/tls-pair.js'
import { print } from '../measure.js'
import type { HealthTimes } from '../programs/health-probe.js'
import type { SitesCount, SitesOrder } from '../programs/sites-attacker.js'
import { createClient } from './client.js'
import { buyAsAgent, buyHonestly, type HonestShop, openHonestShop } from './honest.js'
import { type LiveService, startLiveService } from './service.js'

/**
 * Attacks a live service from 300 /64 networks in eight /48 sites, in all ways at once: unpaid x402
 * orders, unread responses, large pages, slow uploads, page streams, PDF files, contract signatures
 * and searches. Most come through a trusted proxy. Requests sent in advance and silent connections
 * come directly, from 300 addresses of IPv4. The attacker and the health check are processes of
 * their own. On a machine with two cores they share them with the service, its database and the
 * chain, so the attacker sends a fixed number of requests per second instead of as many as it can.
 * Where permitted, all three get a higher priority, so that other programs of the machine do not
 * count, and the attacker's is below that of the service, as if it had a machine of its own. The
 * test fails if the attacker could not send its requests in time.
 */
const attackSeconds = 45
/** Set `ATTACK_PER_SECOND` to attack harder on a machine with more cores. */
const perSecond = Number(process.env['ATTACK_PER_SECOND'] ?? 300)
/** Priorities of processes, from -20 for the highest. Only an administrator may raise them. */
const priorities = { service: -15, attacker: -8 }
const calmSeconds = 5
const webhookWithinMs = 15_000
/** The public address that `public-host.ts` leads to this machine. */
const webhookHost = '93.184.215.14'

let service: LiveService
let shop: HonestShop
let receiver: Server
/** The bodies of all webhooks. */
const webhooks: string[] = []
const receiptIds: string[] = []

beforeAll(async () => {
  receiver = createServer(
    { cert: testCertificate, key: testCertificateKey },
    (request, response) => {
      void text(request).then((body) => {
        webhooks.push(body)
        response.end()
      })
    },
  )
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  service = await startLiveService({ NODE_OPTIONS: `--import ${programOf('public-host')}` })
  prioritize(service.pid, priorities.service)
  shop = await openHonestShop(service, { ip: '198.51.100.1', retries: 5 })
  await addWebhook()
  await addLongItems()
  for (const last of [2, 4, 5]) {
    const buyer = { shop, ip: `198.51.100.${last}`, retries: 5 }
    receiptIds.push((await buyHonestly(service, buyer)).receiptId)
  }
}, 300_000)
afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await service.close()
}, 60_000)

function programOf(name: string): string {
  return join(projectRoot(), '.cache', 'programs', `${name}.js`)
}

/**
 * Sets the priority of all threads of a process where permitted. Linux has a priority per thread,
 * and the garbage collector waits for its threads.
 */
function prioritize(pid: number, priority: number): void {
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), priority)
  } catch {
    print(`process ${pid} runs with the usual priority`)
  }
}

async function addWebhook(): Promise<void> {
  const { client, owner } = shop
  const { port } = receiver.address() as AddressInfo
  const body = { url: `https://${webhookHost}:${port}/hook` }
  const { status, text: response } = await client.call('POST /api/webhooks', { ...owner, body })
  expect(status, response).toBe(201)
}

/** Adds items with long descriptions, so that a page of them has the maximum size. */
async function addLongItems(): Promise<void> {
  const { client, owner } = shop
  for (let index = 0; index < 60; index += 1) {
    const body = { sku: `L${index}`, name: 'Long', priceUsd: 1, description: '長'.repeat(5_000) }
    const reply = await client.call('POST /api/inventory', { ...owner, body })
    if (reply.status === 429) await sleep(1_000)
    else expect(reply.status, reply.text).toBe(200)
  }
}

async function startProgram<Order extends object>(name: string, order: Order) {
  const child = fork(programOf(name), { stdio: 'inherit' })
  await once(child, 'message')
  child.send(order)
  return {
    pid: child.pid ?? 0,
    until: () => once(child, 'message'),
    async stop<Result>(): Promise<Result> {
      child.send('stop')
      const [result] = await once(child, 'message')
      child.kill()
      return result
    },
  }
}

async function startProbe() {
  const probe = await startProgram('health-probe', { origin: service.origin })
  prioritize(probe.pid, priorities.service)
  return probe
}

/**
 * Places orders as the merchant's server, in turns over a new and an open connection. Returns their
 * problems.
 */
async function placeOrders(until: number): Promise<{ count: number; problems: string[] }> {
  const caller = { origin: service.origin, ip: '198.51.100.20' }
  const open = createClient(caller)
  const problems: string[] = []
  let count = 0
  for (; performance.now() < until; count += 1) {
    const client = count % 2 === 0 ? createClient(caller) : open
    const body = { items: [{ sku: shop.sku, qty: 1 }] }
    const call = client.call('POST /api/orders', { headers: shop.owner.headers, body })
    const problem = await call.then(
      ({ status, text: response }) => (status < 300 ? '' : response),
      String,
    )
    if (problem) problems.push(problem)
    if (client !== open) client.close()
    await sleep(500)
  }
  open.close()
  return { count, problems }
}

type Purchase = { way: string; receiptId: string | null; outcome: number | string }

/** Buys one after another: as a buyer over new connections, over an open one, and as an agent. */
async function buy(until: number): Promise<Purchase[]> {
  const purchases: Purchase[] = []
  const openBuyers = [30, 31, 32].map((last) => {
    const ip = `198.51.100.${last}`
    return { shop, ip, retries: 0, client: createClient({ origin: service.origin, ip }) }
  })
  for (const { client } of openBuyers) await client.call('GET /healthz')
  const add = async (way: string, run: () => Promise<{ receiptId: string; seconds: number }>) => {
    const outcome = await run().catch(String)
    if (typeof outcome === 'string') purchases.push({ way, receiptId: null, outcome })
    else purchases.push({ way, receiptId: outcome.receiptId, outcome: outcome.seconds })
  }
  for (let index = 0; index < 3 && performance.now() < until; index += 1) {
    await sleep(3_000)
    const newBuyer = { shop, ip: `198.51.100.${40 + index}`, retries: 0 }
    const buyer = openBuyers[index]
    await Promise.all([
      add('new connection', () => buyHonestly(service, newBuyer)),
      add('open connection', () => buyHonestly(service, buyer as typeof newBuyer)),
      add('agent', () => buyAsAgent(service, { shop, ip: `198.51.100.${50 + index}` })),
    ])
  }
  return purchases
}

function describe(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => Math.round(sorted[Math.ceil(sorted.length * part) - 1] ?? 0)
  return { calls: times.length, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) }
}

test('behavior: 300 networks in eight sites stop neither sales, webhooks nor health checks', async () => {
  const calmProbe = await startProbe()
  await sleep(calmSeconds * 1_000)
  const calm = await calmProbe.stop<HealthTimes>()

  const attacker = await startProgram('sites-attacker', {
    origin: service.origin,
    slug: shop.slug,
    skus: [shop.sku, 'L1'],
    receiptIds,
    perSecond,
  } satisfies SitesOrder)
  prioritize(attacker.pid, priorities.attacker)
  await attacker.until()
  const attackedAt = performance.now()
  const probe = await startProbe()
  const memory: number[] = []
  const sampling = setInterval(() => memory.push(service.readMemoryBytes()), 250)
  const until = performance.now() + attackSeconds * 1_000
  const [purchases, orders] = await Promise.all([buy(until), placeOrders(until)])
  const sold = purchases.flatMap(({ receiptId }) => receiptId ?? [])
  const undelivered = () => sold.filter((id) => !webhooks.some((body) => isPaid(body, id)))
  for (let waited = 0; waited < webhookWithinMs && undelivered().length > 0; waited += 500) {
    await sleep(500)
  }
  clearInterval(sampling)
  const health = await probe.stop<HealthTimes>()
  const attacks = await attacker.stop<SitesCount[]>()

  const maxMemoryMb = Math.round(Math.max(...memory) / 1_048_576)
  for (const { name, sent, statuses } of attacks) {
    print(`${name}: ${sent} sent, ${JSON.stringify(statuses)}`)
  }
  const calmTimes = describe(calm.times)
  const times = describe(health.times)
  const load = loadavg().map((average) => average.toFixed(1))
  const sentPerSecond = Math.round(
    attacks.reduce((sum, { sent }) => sum + sent, 0) / ((performance.now() - attackedAt) / 1_000),
  )
  print(
    JSON.stringify({ calmTimes, times, sentPerSecond, failed: health.failed, maxMemoryMb, load }),
  )
  print(JSON.stringify({ purchases, orders, webhooks: webhooks.length }))

  expect(service.hasExited()).toBe(false)
  expect(sentPerSecond, 'requests per second of the attacker').toBeGreaterThan(perSecond * 0.9)
  expect(purchases.filter(({ receiptId }) => receiptId === null)).toEqual([])
  expect(orders.problems).toEqual([])
  expect(undelivered(), 'paid receipts without a webhook').toEqual([])
  expect(maxMemoryMb).toBeLessThan(400)
  expect(health.failed).toBe(0)
  expect(times.p99Ms).toBeLessThan(250)
})

function isPaid(body: string, receiptId: string): boolean {
  return body.includes(receiptId) && /"(paid|completed|reconciled)"/.test(body)
}
