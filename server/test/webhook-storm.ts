import { expect } from 'vitest'
import { addReceipt } from '../src/features/receipts/create/add-receipt.js'
import { lockReceipt } from '../src/features/receipts/read/get-receipt.js'
import { moveReceipt } from '../src/features/receipts/status/move-receipt.js'
import type { Attempt } from '../src/features/webhooks/delivery.js'
import type { Address } from '../src/lib/hex.js'
import { unixMs } from '../src/lib/time.js'
import type { Context } from '../src/platform/context.js'
import { aDeveloper } from './fixtures/factories.js'
import { aReceipt } from './fixtures/receipt.js'
import {
  type Arrival,
  hostileKinds,
  startHostileReceiver,
} from './fixtures/servers/hostile-receiver.js'
import { createTestContext } from './harness.js'
import { databaseUrlOf, forkWebhooks } from './kill/fork-webhooks.js'

export type StormFigures = {
  healthy: number
  failed: number
  p99Ms: number
  /** The largest deviation of a retry from its schedule. */
  worstRetryMs: number
  grownBytes: number
}

type DeliveryRow = { url: string; status: string; attempts: Attempt[]; id: string }

const retryMs = 5_000

/**
 * Changes many receipts, a fifth of them with hostile receivers, and checks the deliveries. Each
 * receipt has one event, so that none waits for an earlier one.
 */
export async function storm(options: {
  events: number
  hosts: number
  perSecond: number
}): Promise<StormFigures> {
  const ctx: Context & { close(): Promise<void> } = {
    ...(await createTestContext()),
    now: () => unixMs(Date.now()),
  }
  const receiver = await startHostileReceiver()
  const process = await forkWebhooks()
  try {
    const hosts = nameHosts(options.hosts)
    const receipts = await makeReceipts(ctx, { ...options, hosts, urlOf: receiver.urlOf })
    process.begin({ databaseUrl: await databaseUrlOf(ctx), onlyTo: '127.0.0.2' })
    await new Promise((resolve) => setTimeout(resolve, 500))
    const before = await process.report()
    await changeAll(ctx, { receipts, perSecond: options.perSecond })
    await expect.poll(() => countPending(ctx), { interval: 200, timeout: 120_000 }).toBe(0)
    const after = await process.report()

    expect(receiver.victimHits()).toBe(0)
    const rows = await listDeliveries(ctx)
    expect(rows).toHaveLength(options.events)
    const healthyArrivals = receiver.arrivals.filter(({ host }) => host.startsWith('good-'))
    const delivered = rows.filter(({ url }) => url.includes('//good-'))
    expect(delivered.every(({ status }) => status === 'delivered')).toBe(true)
    // One each: no delivery is repeated without need.
    expect(healthyArrivals).toHaveLength(delivered.length)
    const failedDeliveries = rows.filter(({ url }) => !/\/\/(good|moody)-/.test(url))
    const worstRetryMs = Math.max(
      requireTwoAttempts(failedDeliveries),
      worstGapMs(receiver.arrivals),
    )
    requireSameBytes(receiver.arrivals)

    const waits = healthyArrivals.map(({ at, body }) => at - JSON.parse(body).timestamp)
    const p99Ms = waits.toSorted((a, b) => a - b)[Math.ceil(waits.length * 0.99) - 1] ?? Infinity
    const grownBytes = after.heapBytes - before.heapBytes
    return {
      healthy: healthyArrivals.length,
      failed: failedDeliveries.length,
      p99Ms,
      worstRetryMs,
      grownBytes,
    }
  } finally {
    await process.kill()
    await receiver.close()
    await ctx.close()
  }
}

/** Makes every fifth receiver hostile, with each behavior in turn. */
function nameHosts(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const kind = index % 5 === 0 ? hostileKinds[(index / 5) % hostileKinds.length] : 'good'
    return `${kind}-${index}.example.com`
  })
}

async function makeReceipts(
  ctx: Context,
  input: { events: number; hosts: readonly string[]; urlOf: (host: string) => string },
) {
  const { events, hosts, urlOf } = input
  const { wallet: merchant, keyId } = await aDeveloper(ctx)
  const receipts: { merchant: Address; id: string }[] = []
  for (let index = 0; index < events; index += 1) {
    const id = `r-${index}`
    const webhookUrl = urlOf(hosts[index % hosts.length] ?? '')
    const receipt = aReceipt({ merchant, id, keyId, webhookUrl, createdAt: ctx.now() })
    await addReceipt(ctx, { receipt, by: 'test', facts: null })
    receipts.push({ merchant, id })
  }
  return receipts
}

async function changeAll(
  ctx: Context,
  input: { receipts: readonly { merchant: Address; id: string }[]; perSecond: number },
): Promise<void> {
  const startedAt = performance.now()
  for (const [index, which] of input.receipts.entries()) {
    const aheadMs = startedAt + (index / input.perSecond) * 1_000 - performance.now()
    if (aheadMs > 0) await new Promise((resolve) => setTimeout(resolve, aheadMs))
    await ctx.db.transaction(async (tx) => {
      const receipt = await lockReceipt({ db: tx }, which)
      if (!receipt) throw new Error(`${which.id} is not there`)
      const move = { receipt, to: 'link_opened', actor: 'developer', by: 'test' } as const
      await moveReceipt({ ...ctx, db: tx }, move)
    })
  }
}

async function countPending(ctx: Context): Promise<number> {
  const { rows } = await ctx.db.query<{ count: number }>(
    `select (select count(*) from recorded_events)::int
       + (select count(*) from webhook_deliveries where status = 'pending')::int as count`,
  )
  return rows[0]?.count ?? Number.NaN
}

async function listDeliveries(ctx: Context): Promise<DeliveryRow[]> {
  const { rows } = await ctx.db.query<DeliveryRow>(
    'select id, url, status, attempts from webhook_deliveries',
  )
  return rows
}

/** Returns the largest deviation of a retry from its schedule. */
function requireTwoAttempts(rows: readonly DeliveryRow[]): number {
  const gaps = rows.map(({ url, status, attempts }) => {
    expect(status, url).toBe('failed')
    expect(attempts, url).toHaveLength(2)
    const [first, second] = attempts
    return (second?.at ?? 0) - (first?.at ?? 0) - (first?.durationMs ?? 0)
  })
  return Math.max(...gaps.map((gapMs) => Math.abs(gapMs - retryMs)))
}

/** Returns the same as the receiver measured it, for attempts that fail at once. */
function worstGapMs(arrivals: readonly Arrival[]): number {
  const first = new Map<string, number>()
  const gaps = arrivals
    .filter(({ host }) => host.startsWith('fails-'))
    .flatMap(({ deliveryId, at }) => {
      const before = first.get(deliveryId)
      first.set(deliveryId, at)
      return before === undefined ? [] : [at - before]
    })
  return Math.max(...gaps.map((gapMs) => Math.abs(gapMs - retryMs)))
}

/** Checks that repeated deliveries have the same body and signature. */
function requireSameBytes(
  arrivals: readonly { deliveryId: string; body: string; signature: string }[],
): void {
  const knownDeliveries = new Map<string, { body: string; signature: string; times: number }>()
  for (const { deliveryId, body, signature } of arrivals) {
    const first = knownDeliveries.get(deliveryId) ?? { body, signature, times: 0 }
    expect({ body, signature }).toEqual({ body: first.body, signature: first.signature })
    knownDeliveries.set(deliveryId, { ...first, times: first.times + 1 })
  }
  for (const { times } of knownDeliveries.values()) expect(times).toBeLessThanOrEqual(2)
}
