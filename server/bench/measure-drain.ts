import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { insertEvents } from '../src/features/events/event-store.js'
import { queueOf } from '../src/features/webhooks/delivery.js'
import { signDelivery } from '../src/features/webhooks/publish/plan-deliveries.js'
import { addDeliveries } from '../src/features/webhooks/queue-deliveries.js'
import { knownAddress } from '../src/lib/hex.js'
import { unixMs } from '../src/lib/time.js'
import type { Db } from '../src/platform/db/db.js'
import { deliveryHeaders } from '../src/platform/outbound/delivery-headers.js'

/** Concurrent requests, in both. */
const width = 16
const secret = 'tly_test_for_measuring'

/**
 * Accepts requests in a process of its own, like a merchant's server. A GET returns how many there
 * were since the last one, and the time from the first to the last.
 */
const receiverScript = `
  let [count, first, last] = [0, 0, 0]
  const server = require('node:http').createServer((request, response) => {
    if (request.method === 'GET') {
      response.end(JSON.stringify({ count, ms: last - first }))
      if (request.url === '/reset') count = 0
      return
    }
    last = performance.now()
    if (count === 0) first = last
    count += 1
    request.resume().on('end', () => response.end('ok'))
  })
  server.keepAliveTimeout = 30_000
  server.listen(0, '127.0.0.1', () => console.log(server.address().port))
`

export type Drain = { bareMs: number; drainMs: number }

/**
 * Sends the same bodies to the same receiver: with a bare loop over kept-alive connections, and as
 * pending deliveries of the service that uses the database. Measures the time from the first to the
 * last request.
 */
export async function measureDrain(
  db: Db,
  { deliveries, rounds }: { deliveries: number; rounds: number },
): Promise<Drain[]> {
  const receiver = spawn(process.execPath, ['-e', receiverScript], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [port] = (await once(receiver.stdout, 'data')) as [Buffer]
    const url = `http://127.0.0.1:${Number(port)}/hook`
    const results: Drain[] = []
    for (let round = 0; round < rounds; round += 1) {
      const bodies = Array.from({ length: deliveries }, (_, index) => bodyOf(`r-${round}-${index}`))
      await postBare(url, bodies)
      const bareMs = await waitFor(url, deliveries)
      await addPending(db, { url, bodies })
      results.push({ bareMs, drainMs: await waitFor(url, deliveries) })
    }
    return results
  } finally {
    receiver.kill()
  }
}

function bodyOf(receiptId: string): string {
  return JSON.stringify({
    event: 'receipt.status_updated',
    receiptId,
    status: 'paid',
    previousStatus: 'tx_mined',
    totalUsd: 12.5,
    customerTotalUsd: 12.5,
    token: 'USDC',
    timestamp: 1_767_268_800_000,
    metadata: { cart: receiptId, note: 'x'.repeat(200) },
  })
}

async function postBare(url: string, bodies: readonly string[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: width })
  const signatures = { signature: `sha256=${'0'.repeat(64)}`, standardSignature: 'v1,0' }
  const kind = 'receipt.status_updated' as const
  const named = {
    id: randomUUID(),
    eventId: randomUUID(),
    kind,
    happenedAt: 0 as never,
    signedAt: 0 as never,
  }
  const headers = deliveryHeaders({ ...named, signatures }, { serviceName: 'Service', attempt: 1 })
  const { hostname: host, port, pathname: path } = new URL(url)
  let next = 0

  async function post(): Promise<void> {
    while (next < bodies.length) {
      const body = bodies[next] ?? ''
      next += 1
      await new Promise<void>((resolve, reject) => {
        const outgoing = request(
          { host, port, path, method: 'POST', headers, agent },
          (response) => {
            response.resume().on('end', resolve)
          },
        )
        outgoing.on('error', reject)
        outgoing.end(body)
      })
    }
  }
  await Promise.all(Array.from({ length: width }, post))
  agent.destroy()
}

const merchant = knownAddress(`0x${'ab'.repeat(20)}`)

/** Adds pending deliveries. The service sees all of them at once. */
async function addPending(
  db: Db,
  { url, bodies }: { url: string; bodies: readonly string[] },
): Promise<void> {
  const kind = 'receipt.status_updated' as const
  const target = { kind, url, endpointId: null, extendedRetries: false, secrets: [secret] as const }
  const now = unixMs(Date.now())
  await db.transaction(async (tx) => {
    for (let at = 0; at < bodies.length; at += 500) {
      const events = bodies.slice(at, at + 500).map((body) => ({
        merchant,
        id: randomUUID(),
        kind,
        receiptId: JSON.parse(body).receiptId,
        body,
        createdAt: now,
      }))
      const placed = events.map((event) => {
        const to = { ...target, id: event.id }
        const delivery = signDelivery(event, { target: to, now, signedAt: now })
        return { delivery, queue: queueOf(delivery) }
      })
      await insertEvents(tx, events)
      await addDeliveries({ db: tx }, placed)
    }
  })
}

/**
 * Waits until the receiver has so many requests. Returns the milliseconds from the first to the
 * last.
 */
async function waitFor(url: string, requests: number): Promise<number> {
  for (;;) {
    const { count, ms } = await readJson<{ count: number; ms: number }>(new URL('/', url))
    if (count >= requests) {
      await readJson(new URL('/reset', url))
      return ms
    }
    await sleep(100)
  }
}

async function readJson<Body>(url: URL): Promise<Body> {
  return (await (await fetch(url)).json()) as Body
}
