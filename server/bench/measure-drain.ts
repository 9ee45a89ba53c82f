import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { insertEvents } from '../src/features/events/event-store.js'
import { addDeliveries } from '../src/features/webhooks/add-deliveries.js'
import { createDeliveryRunner } from '../src/features/webhooks/deliver/delivery-runner.js'
import { signDeliveries } from '../src/features/webhooks/publish/sign-deliveries.js'
import { knownAddress } from '../src/lib/hex.js'
import type { Context } from '../src/platform/context.js'
import { deliveryHeaders } from '../src/platform/outbound/delivery-headers.js'
import { createPoster } from '../src/platform/outbound/post.js'

/** Concurrent requests, in both. */
const width = 16
const secret = 'tly_test_for_measuring'

/** Accepts and counts requests in a process of its own, like a merchant's server. */
const receiverScript = `
  const server = require('node:http').createServer((request, response) => {
    request.resume().on('end', () => response.end('ok'))
  })
  server.keepAliveTimeout = 30_000
  server.listen(0, '127.0.0.1', () => console.log(server.address().port))
`

export type Drain = { bareMs: number; drainMs: number }

/** Sends the same bodies to the same receiver: with a bare loop over kept-alive connections, and as pending deliveries. */
export async function measureDrain(
  ctx: Context,
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
      const bareMs = await timed(() => postBare(url, bodies))
      await addPending(ctx, { url, bodies })
      results.push({ bareMs, drainMs: await timed(() => drain(ctx)) })
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
        const sent = request({ host, port, path, method: 'POST', headers, agent }, (response) => {
          response.resume().on('end', resolve)
        })
        sent.on('error', reject)
        sent.end(body)
      })
    }
  }
  await Promise.all(Array.from({ length: width }, post))
  agent.destroy()
}

const merchant = knownAddress(`0x${'ab'.repeat(20)}`)

async function addPending(
  ctx: Context,
  { url, bodies }: { url: string; bodies: readonly string[] },
): Promise<void> {
  const kind = 'receipt.status_updated' as const
  const target = { kind, url, endpointId: null, extendedRetries: false, secrets: [secret] as const }
  for (let at = 0; at < bodies.length; at += 500) {
    const events = bodies.slice(at, at + 500).map((body) => ({
      merchant,
      id: randomUUID(),
      kind,
      receiptId: JSON.parse(body).receiptId,
      body,
      createdAt: ctx.now(),
    }))
    const now = ctx.now()
    const placed = events.flatMap((event) =>
      signDeliveries(event, { targets: [{ ...target, deliveryId: event.id }], now, signedAt: now }),
    )
    await insertEvents(ctx.db, events)
    await addDeliveries(ctx, placed)
  }
}

/** Resolves when the last outcome is written. */
async function drain(ctx: Context): Promise<void> {
  const poster = createPoster({
    mode: 'sandbox',
    resolveHost: ctx.resolveHost,
    maxSocketsPerHost: 64,
  })
  const runner = createDeliveryRunner(ctx, { poster })
  runner.start()
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    const { rows } = await ctx.db.query('select 1 from webhook_lanes limit 1')
    if (rows.length === 0) break
  }
  await runner.stop()
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
