import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { insertEvents } from '../../../../test/fixtures/event.js'
import { createTestContext } from '../../../../test/harness.js'
import { type Address, knownAddress } from '../../../lib/hex.js'
import { addDeliveries } from '../add-deliveries.js'
import { removeEmptyLanes } from '../lane-store.js'
import { signDeliveries } from '../publish/sign-deliveries.js'
import { claimFirsts, claimRetries } from './claim-store.js'
import { listDueRoutes } from './due-store.js'
import { judgeAttempt } from './judge-attempt.js'
import type { Turn } from './turn.js'
import { readTurns } from './turn-store.js'
import { giveBackTurns, writeOutcomes } from './write-outcomes.js'

const ctx = await createTestContext()
afterAll(() => ctx.close())
beforeEach(() => ctx.db.query('truncate webhook_lanes, webhook_deliveries, events, event_counters'))

const merchant = knownAddress(`0x${'1'.repeat(40)}`)
const ok = { httpStatus: 200, error: null, durationMs: 1 }
const bad = { httpStatus: 500, error: 'not_2xx', durationMs: 1 } as const

/** The merchant's way to a host. */
const to = (host: string) => `${host} ${merchant}`

/** Puts deliveries on their way: `host/receipt`, in this order. */
async function add(places: readonly string[], { extendedRetries = false } = {}): Promise<void> {
  const events = places.map((place) => ({
    merchant,
    id: randomUUID(),
    kind: 'receipt.status_updated' as const,
    body: place,
    receiptId: place.split('/')[1] ?? '',
    createdAt: ctx.now(),
  }))
  const placed = events.flatMap((event) => {
    const target = { url: `https://${event.body.split('/')[0]}/`, endpointId: null, secret: 's' }
    const targets = [{ ...target, deliveryId: event.id, extendedRetries }]
    return signDeliveries(event, { targets, now: ctx.now() })
  })
  await insertEvents(ctx.db, events)
  await addDeliveries(ctx, placed)
}

let leases = 0
const lease = (leaseMs = 60_000) => {
  leases += 1
  return { lease: `l-${leases}`, leaseMs }
}

type Claim = { limit?: number; leaseMs?: number; count?: number; exceptMerchants?: Address[] }

/** Takes what is due at these hosts, where everybody may have something. */
async function claim(hosts: readonly string[], options: Claim & { isForAll?: boolean } = {}) {
  const {
    limit = 100,
    leaseMs = 60_000,
    count = 10,
    exceptMerchants = [],
    isForAll = true,
  } = options
  const wanted = hosts.map((host) => ({ route: to(host), count, isForAll }))
  const lanes = await claimFirsts(ctx.db, { ...lease(leaseMs), wanted, limit, exceptMerchants })
  return readTurns(ctx.db, lanes)
}

const again = async (fullRoutes: string[] = []) =>
  readTurns(ctx.db, await claimRetries(ctx.db, { ...lease(), fullRoutes, limit: 100 }))

const bodies = (turns: readonly Turn[]) => turns.map(({ delivery }) => delivery.body).toSorted()

const end = (turns: readonly Turn[], posted: typeof ok | typeof bad) =>
  writeOutcomes(
    ctx,
    turns.map((turn) => judgeAttempt(turn, { posted, at: ctx.now() })),
  )

async function lanes() {
  const { rows } = await ctx.db.query<{ route: string; is_retry: boolean }>(
    'select route, is_retry from webhook_lanes',
  )
  return rows.map(({ route, is_retry }) => ({ host: route.split(' ')[0], is_retry }))
}

async function statuses(): Promise<string[]> {
  const { rows } = await ctx.db.query<{ status: string }>(
    'select status from webhook_deliveries order by no',
  )
  return rows.map(({ status }) => status)
}

/** As if so much time had passed. */
const pass = (ms: number) => ctx.db.query('update webhook_lanes set run_at = run_at - $1', [ms])

describe('listDueRoutes', () => {
  test('default', async () => {
    await add(['b/1', 'a/1', 'c/1', 'a/2'])
    expect(await listDueRoutes(ctx.db, { after: '', limit: 10 })).toEqual({
      routes: ['a', 'b', 'c'].map(to),
      last: null,
    })
  })

  test('behavior: a page at a time, without those that have to wait', async () => {
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

describe('claimFirsts', () => {
  test('default', async () => {
    await add(['a/1', 'a/1', 'a/2'])
    // Of each receipt the first, and nobody gets it twice.
    const turns = await claim(['a'])
    expect(bodies(turns)).toEqual(['a/1', 'a/2'])
    expect(await claim(['a'])).toEqual([])
    expect(await end(turns, ok)).toBe(true)
    const [next, ...none] = await claim(['a'])
    expect([next?.delivery.body, none.length]).toEqual(['a/1', 0])
    expect(await end(next ? [next] : [], ok)).toBe(false)
    expect(await lanes()).toEqual([])
  })

  test('behavior: so many of each route, and one of each before the second of any', async () => {
    await add(['a/1', 'a/2', 'a/3', 'b/1', 'b/2'])
    expect(bodies(await claim(['a', 'b'], { limit: 2 }))).toEqual(['a/1', 'b/1'])
    expect(bodies(await claim(['a', 'b'], { count: 1 }))).toEqual(['a/2', 'b/2'])
  })

  test('behavior: two at once share, nothing is taken twice', async () => {
    await add(Array.from({ length: 60 }, (_, index) => `a/${index}`))
    const claims = await Promise.all([1, 2, 3].map(() => claim(['a'], { count: 60 })))
    expect(new Set(bodies(claims.flat())).size).toBe(claims.flat().length)
    expect(claims.flat().length + (await claim(['a'], { count: 60 })).length).toBe(60)
  })

  test('behavior: a lease that is over is anybody’s, and the former holder has no say', async () => {
    await add(['a/1', 'a/1'])
    const lost = await claim(['a'], { leaseMs: 0 })
    const taken = await claim(['a'])
    expect(taken).toHaveLength(1)
    await end(lost, ok)
    expect(await statuses()).toEqual(['pending', 'pending'])
    expect(await claim(['a'])).toEqual([])
    await end(taken, ok)
    expect(await statuses()).toEqual(['delivered', 'pending'])
    expect(await claim(['a'])).toHaveLength(1)
  })

  test('behavior: what comes too late together with what counts does no harm', async () => {
    await add(['a/1', 'a/1', 'a/1'])
    const late = await claim(['a'], { leaseMs: 0 })
    const ours = await claim(['a'])
    // The same delivery twice in one batch, as after the database was away for longer than a lease.
    await writeOutcomes(ctx, [
      ...late.map((turn) => judgeAttempt(turn, { posted: ok, at: ctx.now() })),
      ...ours.map((turn) => judgeAttempt(turn, { posted: bad, at: ctx.now() })),
    ])
    expect(await statuses()).toEqual(['pending', 'pending', 'pending'])
    await pass(5_000)
    await end(await again(), ok)
    await end(await claim(['a']), ok)
    await end(await claim(['a']), ok)
    expect(await statuses()).toEqual(['delivered', 'delivered', 'delivered'])
    expect(await lanes()).toEqual([])
  })

  test('behavior: whoever has enough of routes that nobody knows gets no more of these', async () => {
    await add(['a/1'])
    const full = { exceptMerchants: [merchant] }
    expect(await claim(['a'], { ...full, isForAll: false })).toEqual([])
    expect(await claim(['a'], full)).toHaveLength(1)
  })

  test('behavior: what was given back is due at once', async () => {
    await add(['a/1'])
    await giveBackTurns(ctx, await claim(['a']))
    expect(await claim(['a'])).toHaveLength(1)
  })

  test('behavior: in a lane that was left behind empty there is no turn', async () => {
    await add(['a/1', 'b/1'])
    await ctx.db.query(`delete from webhook_deliveries where lane like '% a %'`)
    const wanted = ['a', 'b'].map((host) => ({ route: to(host), count: 9, isForAll: true }))
    const room = { wanted, limit: 9, exceptMerchants: [] }
    const taken = await claimFirsts(ctx.db, { ...lease(), ...room })
    expect(taken).toHaveLength(2)
    expect(bodies(await readTurns(ctx.db, taken))).toEqual(['b/1'])
    await removeEmptyLanes(ctx.db, taken)
    expect(await lanes()).toMatchObject([{ host: 'b' }])
  })
})

describe('claimRetries', () => {
  test('default', async () => {
    await add(['a/1', 'a/1'])
    await end(await claim(['a']), bad)
    expect(await lanes()).toEqual([{ host: 'a', is_retry: true }])
    expect(await claim(['a'])).toEqual([])
    await pass(4_500)
    expect(await again()).toEqual([])
    await pass(500)
    expect(await again([to('a')])).toEqual([])
    const turns = await again()
    expect(turns).toMatchObject([{ isRetry: true, delivery: { attempts: 1 } }])

    // Given up, and the next one comes to the front.
    await end(turns, bad)
    expect(await statuses()).toEqual(['failed', 'pending'])
    expect(await claim(['a'])).toMatchObject([{ delivery: { attempts: 0 } }])
  })

  test('behavior: later tries stand apart and keep nobody waiting', async () => {
    await add(['a/1', 'a/1'], { extendedRetries: true })
    await end(await claim(['a']), bad)
    await pass(5_000)
    await end(await again(), bad)
    expect(await lanes()).toEqual(
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
    expect(await lanes()).toEqual([])
  })
})
