import { expect } from 'vitest'
import { addReceipt } from '../../src/features/receipts/create/add-receipt.js'
import { lockReceipt } from '../../src/features/receipts/read/get-receipt.js'
import { moveReceipt } from '../../src/features/receipts/status/move-receipt.js'
import type { WebhookPoint } from '../../src/features/webhooks/webhook-worker.js'
import type { Address } from '../../src/lib/hex.js'
import type { Context } from '../../src/platform/context.js'
import { aDeveloper } from '../fixtures/factories.js'
import { aReceipt } from '../fixtures/receipt.js'
import { startReceiver } from '../fixtures/servers/webhook-receiver.js'
import { createTestContext } from '../harness.js'
import { databaseUrlOf, forkWebhooks, type WebhookProcess } from './fork-webhooks.js'

const points: readonly WebhookPoint[] = ['published', 'claimed', 'sent', 'written']
const receipts = 8
const leaseMs = 1_500
const deadlineMs = 500
const dieWithinMs = 60_000
/** They alternate, so that every post changes the status. */
const statuses = ['link_opened', 'checkout_initialized'] as const

/**
 * Changes receipts while webhook processes are killed one after the other, each at the next kill
 * point after a random number of passes. Then checks that every change has arrived, in order.
 */
export async function killWebhooks(options: {
  kills: number
  seed: number
  /** The number of processes that are not killed. */
  survivors?: number
}): Promise<void> {
  const { kills, seed, survivors: survivorCount = 0 } = options
  const ctx = await createTestContext()
  const receiver = await startReceiver()
  const random = createRandom(seed)
  const receipts = await makeReceipts(ctx, receiver.url)
  const databaseUrl = await databaseUrlOf(ctx)
  const sent = new Map(receipts.ids.map((id) => [id, 0]))
  const survivors = await Promise.all(Array.from({ length: survivorCount }, forkWebhooks))
  for (const survivor of survivors) survivor.begin({ databaseUrl, leaseMs, deadlineMs })
  let next = await forkWebhooks()

  for (let index = 0; index < kills; index += 1) {
    const [victim, spare] = [next, forkWebhooks()]
    const kill = {
      point: points[index % points.length] ?? 'claimed',
      times: 1 + Math.floor(random() * 3),
    }
    victim.begin({ databaseUrl, leaseMs, deadlineMs, kill })
    await changeUntilDead(ctx, { ...receipts, sent, victim, random })
    next = await spare
  }
  next.begin({ databaseUrl, leaseMs, deadlineMs })
  await expect
    .poll(() => isAllDelivered(ctx), { interval: 50, timeout: 60_000 })
    .toEqual({ unpublished: 0, pending: 0, queues: 0 })
  await Promise.all([next, ...survivors].map((process) => process.kill()))

  const arrived = new Map(receipts.ids.map((id) => [id, [] as number[]]))
  for (const { body, headers } of receiver.received) {
    const { receiptId, timestamp } = JSON.parse(body)
    expect(headers['x-service-timestamp']).toBe(String(timestamp))
    arrived.get(receiptId)?.push(timestamp)
  }
  await receiver.close()
  await ctx.close()
  for (const [id, count] of sent) {
    const order = arrived.get(id) ?? []
    // Repetitions are allowed, a change of order is not.
    expect(order, id).toEqual(order.toSorted((a, b) => a - b))
    expect(new Set(order).size, id).toBe(count)
  }
}

async function makeReceipts(ctx: Context, url: string) {
  const { wallet: merchant, keyId } = await aDeveloper(ctx)
  const ids: string[] = []
  for (let index = 0; index < receipts; index += 1) {
    const id = `r-${index}`
    const receipt = aReceipt({ merchant, id, keyId, webhookUrl: url, createdAt: ctx.now() })
    await addReceipt(ctx, { receipt, by: 'test', facts: null })
    ids.push(id)
  }
  return { merchant, ids }
}

async function changeUntilDead(
  ctx: Context,
  input: {
    merchant: Address
    ids: readonly string[]
    sent: Map<string, number>
    victim: WebhookProcess
    random: () => number
  },
): Promise<void> {
  const { merchant, ids, sent, victim, random } = input
  const tooLong = setTimeout(() => void victim.kill(), dieWithinMs)
  let isDead = false
  const ended = victim.ended.then((signal) => {
    isDead = true
    return signal
  })
  while (!isDead) {
    const id = ids[Math.floor(random() * ids.length)] ?? ''
    const no = (sent.get(id) ?? 0) + 1
    // The count is used as the time, so that each event identifies its change.
    await change({ ...ctx, now: () => no as never }, { merchant, id, no })
    sent.set(id, no)
    await new Promise((resolve) => setTimeout(resolve, random() * 30))
  }
  clearTimeout(tooLong)
  expect(await ended).toBe('SIGKILL')
}

async function change(
  ctx: Context,
  { merchant, id, no }: { merchant: Address; id: string; no: number },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const receipt = await lockReceipt({ db: tx }, { merchant, id })
    if (!receipt) throw new Error(`${id} is not there`)
    const to = statuses[no % statuses.length] ?? statuses[0]
    await moveReceipt({ ...ctx, db: tx }, { receipt, to, actor: 'developer', by: 'test' })
  })
}

async function isAllDelivered(ctx: Context) {
  const { rows } = await ctx.db.query<{ unpublished: number; pending: number; queues: number }>(
    `select
       (select count(*)::int from recorded_events) as unpublished,
       (select count(*)::int from webhook_deliveries where status <> 'delivered') as pending,
       (select count(*)::int from webhook_queues) as queues`,
  )
  return rows[0]
}

/** Returns a deterministic random number generator. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
