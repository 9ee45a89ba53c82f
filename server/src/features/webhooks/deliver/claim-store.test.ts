import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestContext } from '../../../../test/harness.js'
import { type Address, knownAddress } from '../../../lib/hex.js'
import { insertEvents } from '../../events/event-store.js'
import { queueOf } from '../delivery.js'
import { signDelivery } from '../publish/plan-deliveries.js'
import { addDeliveries } from '../queue-deliveries.js'
import { removeEmptyQueues } from '../queue-store.js'
import { readClaimedDeliveries } from '../read-model/claimed-delivery-store.js'
import { claimFirstAttempts, claimRetries, listDueRoutes } from './claim-store.js'
import type { ClaimedDelivery } from './claimed-delivery.js'
import { classifyAttempt } from './classify-attempt.js'
import { releaseClaims, writeOutcomes } from './outcome-writer.js'

const ctx = await createTestContext()
afterAll(() => ctx.close())
beforeEach(() =>
  ctx.db.query('truncate webhook_queues, webhook_deliveries, events, event_counters'),
)

const merchant = knownAddress(`0x${'1'.repeat(40)}`)
const ok = { httpStatus: 200, error: null, durationMs: 1 }
const bad = { httpStatus: 500, error: 'not_2xx', durationMs: 1 } as const

const to = (host: string) => `${host} ${merchant}`

/** Adds a pending delivery for each `host/receipt`, in order. */
async function add(places: readonly string[], { extendedRetries = false } = {}): Promise<void> {
  const events = places.map((place) => ({
    merchant,
    id: randomUUID(),
    kind: 'receipt.status_updated' as const,
    body: place,
    receiptId: place.split('/')[1] ?? '',
    createdAt: ctx.now(),
  }))
  const queued = events.map((event) => {
    const secrets = ['s'] as const
    const address = { url: `https://${event.body.split('/')[0]}/`, endpointId: null, secrets }
    const target = { ...address, id: event.id, kind: event.kind, extendedRetries }
    const delivery = signDelivery(event, { target, now: ctx.now(), signedAt: ctx.now() })
    return { delivery, queue: queueOf(delivery) }
  })
  await insertEvents(ctx.db, events)
  await addDeliveries(ctx, queued)
}

let leases = 0
const lease = (leaseMs = 60_000) => {
  leases += 1
  return { lease: `l-${leases}`, leaseMs }
}

type Claim = { limit?: number; leaseMs?: number; count?: number; exceptMerchants?: Address[] }

/** Claims due deliveries to these hosts. */
async function claim(hosts: readonly string[], options: Claim & { isForAll?: boolean } = {}) {
  const {
    limit = 100,
    leaseMs = 60_000,
    count = 10,
    exceptMerchants = [],
    isForAll = true,
  } = options
  const routes = hosts.map((host) => ({ route: to(host), count, isForAll }))
  const queues = await claimFirstAttempts(ctx.db, {
    ...lease(leaseMs),
    routes,
    limit,
    exceptMerchants,
  })
  return readClaimedDeliveries(ctx.db, queues)
}

const again = async (fullRoutes: string[] = []) =>
  readClaimedDeliveries(ctx.db, await claimRetries(ctx.db, { ...lease(), fullRoutes, limit: 100 }))

const bodies = (claimed: readonly ClaimedDelivery[]) =>
  claimed.map(({ delivery }) => delivery.body).toSorted()

const end = (claimed: readonly ClaimedDelivery[], postOutcome: typeof ok | typeof bad) =>
  writeOutcomes(
    ctx,
    claimed.map((claim) => classifyAttempt(claim, { postOutcome, at: ctx.now() })),
  )

async function queueRows() {
  const { rows } = await ctx.db.query<{ route: string; is_retry: boolean }>(
    'select route, is_retry from webhook_queues',
  )
  return rows.map(({ route, is_retry }) => ({ host: route.split(' ')[0], is_retry }))
}

async function statuses(): Promise<string[]> {
  const { rows } = await ctx.db.query<{ status: string }>(
    'select status from webhook_deliveries order by no',
  )
  return rows.map(({ status }) => status)
}

/** Makes all queues due earlier, as if time had passed. */
const pass = (ms: number) => ctx.db.query('update webhook_queues set run_at = run_at - $1', [ms])

describe('listDueRoutes', () => {
  test('default', async () => {
    await add(['b/1', 'a/1', 'c/1', 'a/2'])
    expect(await listDueRoutes(ctx.db, { after: '', limit: 10 })).toEqual({
      routes: ['a', 'b', 'c'].map(to),
      last: null,
    })
  })

  test('behavior: lists a page at a time, without routes that wait', async () => {
    await add(['a/1', 'b/1', 'c/1'])
    await claim(['b'])
    expect(await listDueRoutes(ctx.db, { after: '', limit: 2 })).toEqual({
      routes: [to('a')],
      last: to('b'),
    })
    expect(await listDueRoutes(ctx.db, { after: to('b'), limit: 2 })).toEqual({
      routes: [to('c')],
      last: null,
    })
  })
})

describe('claimFirstAttempts', () => {
  test('default', async () => {
    await add(['a/1', 'a/1', 'a/2'])
    // The first of each receipt, and only once.
    const claimed = await claim(['a'])
    expect(bodies(claimed)).toEqual(['a/1', 'a/2'])
    expect(await claim(['a'])).toEqual([])
    expect(await end(claimed, ok)).toBe(true)
    const [next, ...none] = await claim(['a'])
    expect([next?.delivery.body, none.length]).toEqual(['a/1', 0])
    expect(await end(next ? [next] : [], ok)).toBe(false)
    expect(await queueRows()).toEqual([])
  })

  test('behavior: limits the number per route, and takes one of each before the second of any', async () => {
    await add(['a/1', 'a/2', 'a/3', 'b/1', 'b/2'])
    expect(bodies(await claim(['a', 'b'], { limit: 2 }))).toEqual(['a/1', 'b/1'])
    expect(bodies(await claim(['a', 'b'], { count: 1 }))).toEqual(['a/2', 'b/2'])
  })

  test('behavior: concurrent claims never take the same delivery', async () => {
    await add(Array.from({ length: 60 }, (_, index) => `a/${index}`))
    const claims = await Promise.all([1, 2, 3].map(() => claim(['a'], { count: 60 })))
    expect(new Set(bodies(claims.flat())).size).toBe(claims.flat().length)
    expect(claims.flat().length + (await claim(['a'], { count: 60 })).length).toBe(60)
  })

  test('behavior: an expired lease can be claimed, and its former holder writes nothing', async () => {
    await add(['a/1', 'a/1'])
    const lostClaimedDeliveries = await claim(['a'], { leaseMs: 0 })
    const takenClaimedDeliveries = await claim(['a'])
    expect(takenClaimedDeliveries).toHaveLength(1)
    await end(lostClaimedDeliveries, ok)
    expect(await statuses()).toEqual(['pending', 'pending'])
    expect(await claim(['a'])).toEqual([])
    await end(takenClaimedDeliveries, ok)
    expect(await statuses()).toEqual(['delivered', 'pending'])
    expect(await claim(['a'])).toHaveLength(1)
  })

  test('behavior: ignores a late outcome in the same batch as a valid one', async () => {
    await add(['a/1', 'a/1', 'a/1'])
    const lateClaimedDeliveries = await claim(['a'], { leaseMs: 0 })
    const ownClaimedDeliveries = await claim(['a'])
    // The same delivery twice in one batch, as after a database outage longer than a lease.
    await writeOutcomes(ctx, [
      ...lateClaimedDeliveries.map((claim) =>
        classifyAttempt(claim, { postOutcome: ok, at: ctx.now() }),
      ),
      ...ownClaimedDeliveries.map((claim) =>
        classifyAttempt(claim, { postOutcome: bad, at: ctx.now() }),
      ),
    ])
    expect(await statuses()).toEqual(['pending', 'pending', 'pending'])
    await pass(5_000)
    await end(await again(), ok)
    await end(await claim(['a']), ok)
    await end(await claim(['a']), ok)
    expect(await statuses()).toEqual(['delivered', 'delivered', 'delivered'])
    expect(await queueRows()).toEqual([])
  })

  test('behavior: skips merchants at the limit of unverified hosts', async () => {
    await add(['a/1'])
    const full = { exceptMerchants: [merchant] }
    expect(await claim(['a'], { ...full, isForAll: false })).toEqual([])
    expect(await claim(['a'], full)).toHaveLength(1)
  })

  test('behavior: a released claim is due at once', async () => {
    await add(['a/1'])
    await releaseClaims(ctx, await claim(['a']))
    expect(await claim(['a'])).toHaveLength(1)
  })

  test('behavior: an empty queue has no delivery and is removed', async () => {
    await add(['a/1', 'b/1'])
    await ctx.db.query(`delete from webhook_deliveries where queue like '% a %'`)
    const routes = ['a', 'b'].map((host) => ({ route: to(host), count: 9, isForAll: true }))
    const room = { routes, limit: 9, exceptMerchants: [] }
    const takenClaimedQueues = await claimFirstAttempts(ctx.db, { ...lease(), ...room })
    expect(takenClaimedQueues).toHaveLength(2)
    expect(bodies(await readClaimedDeliveries(ctx.db, takenClaimedQueues))).toEqual(['b/1'])
    await removeEmptyQueues(ctx.db, takenClaimedQueues)
    expect(await queueRows()).toMatchObject([{ host: 'b' }])
  })
})

describe('claimRetries', () => {
  test('default', async () => {
    await add(['a/1', 'a/1'])
    await end(await claim(['a']), bad)
    expect(await queueRows()).toEqual([{ host: 'a', is_retry: true }])
    expect(await claim(['a'])).toEqual([])
    await pass(4_500)
    expect(await again()).toEqual([])
    await pass(500)
    expect(await again([to('a')])).toEqual([])
    const claimed = await again()
    expect(claimed).toMatchObject([{ isRetry: true, delivery: { attempts: 1 } }])

    // It has failed, and the next one is first.
    await end(claimed, bad)
    expect(await statuses()).toEqual(['failed', 'pending'])
    expect(await claim(['a'])).toMatchObject([{ delivery: { attempts: 0 } }])
  })

  test('behavior: late retries wait in a queue of their own', async () => {
    await add(['a/1', 'a/1'], { extendedRetries: true })
    await end(await claim(['a']), bad)
    await pass(5_000)
    await end(await again(), bad)
    expect(await queueRows()).toEqual(
      expect.arrayContaining([
        { host: 'a', is_retry: false },
        { host: 'a', is_retry: true },
      ]),
    )
    await end(await claim(['a']), ok)
    await pass(59_000)
    expect(await again()).toEqual([])
    await pass(1_000)
    const later = await again()
    expect(later).toMatchObject([{ delivery: { attempts: 2 } }])
    await end(later, ok)
    expect(await queueRows()).toEqual([])
  })
})
