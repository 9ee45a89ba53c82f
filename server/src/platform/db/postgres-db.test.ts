import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabaseProxy } from '../../../test/fixtures/servers/database-proxy.js'
import { silentLog } from '../../../test/fixtures/silent-log.js'
import { connectTimeoutMs, requestTimeoutMs } from '../../../test/test-config.js'
import { createTestDatabase } from '../../../test/test-database.js'
import type { Db } from './db.js'
import { createPostgresDb, type PostgresOptions } from './postgres-db.js'
import { StoreUnavailable } from './store-unavailable.js'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Db
beforeAll(async () => {
  database = await createTestDatabase('empty')
  db = open(database.url)
  await db.query('create table counters (id text primary key, value int not null)')
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

function open(url: string, options: Partial<PostgresOptions> = {}): Db {
  const patience = { connectTimeoutMs, requestTimeoutMs }
  return createPostgresDb({ url, poolSize: 4, log: silentLog, ...patience, ...options })
}

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => error,
  )

describe('query', () => {
  test('default', async () => {
    const { rows, rowCount } = await db.query<{ n: number }>('select $1::int as n', [7])
    expect(rows).toEqual([{ n: 7 }])
    expect(rowCount).toBe(1)
  })

  test('behavior: returns amounts exactly, as text', async () => {
    const { rows } = await db.query(
      'select 9007199254740993::bigint as b, 1e30::numeric(78,0) as n',
    )
    expect(rows).toEqual([{ b: '9007199254740993', n: `1${'0'.repeat(30)}` }])
  })

  test('behavior: equal texts share one prepared statement', async () => {
    const single = createPostgresDb({ url: database.url, poolSize: 1, log: silentLog })
    for (const value of [1, 2, 3]) await single.query('select $1::int as shared', [value])

    const { rows } = await single.query<{ generic: string; custom: string }>(
      `select generic_plans + custom_plans as runs from pg_prepared_statements
       where statement like '%as shared'`,
    )
    await single.close()
    expect(rows).toEqual([{ runs: '3' }])
  })

  test('behavior: with unnamed statements, a session keeps nothing', async () => {
    const pooled = open(database.url, { poolSize: 1, statements: 'unnamed' })
    for (const value of [1, 2]) await pooled.query('select $1::int', [value])
    type Limit = { limit: string }
    const readLimit = `select current_setting('statement_timeout') as limit`
    const inside = await pooled.transaction((tx) => tx.query<Limit>(readLimit))
    const outside = await pooled.query<Limit>(readLimit)
    const { rowCount } = await pooled.query('select from pg_prepared_statements')
    await pooled.close()

    expect(inside.rows).toEqual([{ limit: '5s' }])
    expect(outside.rows).toEqual([{ limit: '0' }])
    expect(rowCount).toBe(0)
  })

  test('error: passes on a violated constraint and keeps the connection', async () => {
    await db.query(`insert into counters values ('twice', 0)`)
    const error = await outcome(db.query(`insert into counters values ('twice', 0)`))
    expect(error).toMatchObject({ code: '23505' })
    expect(error).not.toBeInstanceOf(StoreUnavailable)
    expect(await outcome(db.query('select 1'))).toBe('done')
  })

  test('error: throws StoreUnavailable at the statement timeout', async () => {
    const hasty = open(database.url, { statementTimeoutMs: 100 })
    const error = await outcome(hasty.query('select pg_sleep(5)'))
    expect(error).toBeInstanceOf(StoreUnavailable)
    expect(error).toMatchObject({ mayHaveCommitted: false })
    // The database is slow, not unavailable: other statements still run.
    expect(await outcome(hasty.query('select 1'))).toBe('done')
    await hasty.close()
  })

  test('error: begins an outage when the server refuses connections for any reason', async () => {
    const role = `refused_${process.pid}_${process.hrtime.bigint()}`
    await db.query(`create role ${role} nologin password 'test'`)
    const url = Object.assign(new URL(database.url), { username: role, password: 'test' })
    const refused = open(url.href, { probeEveryMs: 20 })
    expect(await outcome(refused.query('select 1'))).toBeInstanceOf(StoreUnavailable)
    expect(refused.isAvailable()).toBe(false)
    await db.query(`alter role ${role} login`)
    await expect.poll(() => outcome(refused.query('select 1')), { timeout: 10_000 }).toBe('done')
    await refused.close()
    await db.query(`drop role ${role}`)
  })

  test('error: reports mayHaveCommitted when the connection breaks during a statement', async () => {
    const victim = open(database.url)
    const sleeping = outcome(victim.query(`select pg_sleep(5) as cut_me`))
    await expect
      .poll(async () => {
        const { rowCount } = await db.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where query like '%as cut_me' and pid <> pg_backend_pid()`,
        )
        return rowCount
      })
      .toBe(1)
    const error = await sleeping
    expect(error).toBeInstanceOf(StoreUnavailable)
    expect(error).toMatchObject({ mayHaveCommitted: true })
    await victim.close()
  })
})

describe('transaction', () => {
  test('default', async () => {
    await db.transaction(async (tx) => {
      await tx.query(`insert into counters values ('kept', 1)`)
    })
    const { rows } = await db.query(`select value from counters where id = 'kept'`)
    expect(rows).toEqual([{ value: 1 }])
  })

  test('behavior: a throw rolls back and is passed on', async () => {
    const error = await outcome(
      db.transaction(async (tx) => {
        await tx.query(`insert into counters values ('undone', 1)`)
        throw new Error('changed my mind')
      }),
    )
    expect(error).toMatchObject({ message: 'changed my mind' })
    const { rows } = await db.query(`select value from counters where id = 'undone'`)
    expect(rows).toEqual([])
  })

  test('behavior: retries after a serialization failure until it succeeds', async () => {
    await db.query(`insert into counters values ('contended', 0)`)
    let attempts = 0
    let reads = 0
    let meet: () => void = () => {}
    const bothHaveRead = new Promise<void>((resolve) => {
      meet = resolve
    })
    const increment = () =>
      db.transaction(async (tx) => {
        attempts += 1
        await tx.query('set transaction isolation level serializable')
        const { rows } = await tx.query<{ value: number }>(
          `select value from counters where id = 'contended'`,
        )
        reads += 1
        if (reads === 2) meet()
        await bothHaveRead
        await tx.query(`update counters set value = $1 where id = 'contended'`, [
          (rows[0]?.value ?? 0) + 1,
        ])
      })
    await Promise.all([increment(), increment()])

    const { rows } = await db.query(`select value from counters where id = 'contended'`)
    expect(rows).toEqual([{ value: 2 }])
    expect(attempts).toBe(3)
  })

  test('behavior: retries after a deadlock', { tags: 'slow' }, async () => {
    await db.query(`insert into counters values ('left', 0), ('right', 0)`)
    let ready = 0
    let meet: () => void = () => {}
    const bothHoldOne = new Promise<void>((resolve) => {
      meet = resolve
    })
    const addTo = (first: string, second: string) =>
      db.transaction(async (tx) => {
        await tx.query('update counters set value = value + 1 where id = $1', [first])
        ready += 1
        if (ready === 2) meet()
        await bothHoldOne
        await tx.query('update counters set value = value + 1 where id = $1', [second])
      })
    await Promise.all([addTo('left', 'right'), addTo('right', 'left')])

    const { rows } = await db.query(`select value from counters where id in ('left', 'right')`)
    expect(rows).toEqual([{ value: 2 }, { value: 2 }])
  })
})

describe('afterCommit', () => {
  const isVisible = async (id: string) =>
    (await db.query('select from counters where id = $1', [id])).rowCount === 1

  test('default: runs once, after the commit', async () => {
    const states: Promise<boolean>[] = []
    await db.transaction(async (tx) => {
      tx.afterCommit(() => states.push(isVisible('effect')))
      await tx.query(`insert into counters values ('effect', 1)`)
      expect(states).toEqual([])
    })
    expect(await Promise.all(states)).toEqual([true])
  })

  test('behavior: runs at once outside a transaction', () => {
    let effects = 0
    db.afterCommit(() => {
      effects += 1
    })
    expect(effects).toBe(1)
  })

  test('behavior: does not run after a rollback', async () => {
    let effects = 0
    await outcome(
      db.transaction(async (tx) => {
        tx.afterCommit(() => {
          effects += 1
        })
        throw new Error('changed my mind')
      }),
    )
    expect(effects).toBe(0)
  })

  test('behavior: does not run when the commit fails', async () => {
    let effects = 0
    await db.query(
      'create table strict_counters (id int unique deferrable initially deferred, value int)',
    )
    const error = await outcome(
      db.transaction(async (tx) => {
        tx.afterCommit(() => {
          effects += 1
        })
        await tx.query('insert into strict_counters values (1, 0), (1, 0)')
      }),
    )
    expect(error).toMatchObject({ code: '23505' })
    expect(effects).toBe(0)
  })

  test('behavior: runs once for a retried transaction', async () => {
    const effects: number[] = []
    let attempts = 0
    await db.transaction(async (tx) => {
      attempts += 1
      const attempt = attempts
      tx.afterCommit(() => effects.push(attempt))
      if (attempt < 3) throw Object.assign(new Error('again'), { code: '40001' })
    })
    expect(effects).toEqual([3])
  })

  test('error: an effect that throws affects neither the others nor the write', async () => {
    const effects: string[] = []
    const work = db.transaction(async (tx) => {
      tx.afterCommit(() => {
        throw new Error('no listener')
      })
      tx.afterCommit(() => effects.push('second'))
      return 'written'
    })
    expect(await work).toBe('written')
    expect(effects).toEqual(['second'])
  })
})

describe('an outage', () => {
  /** A database behind a proxy, with the patience of production. */
  async function behindProxy(options: Partial<PostgresOptions> = {}) {
    const proxy = await createDatabaseProxy(database.url)
    const remote = open(proxy.url, { connectTimeoutMs: 3_000, requestTimeoutMs: 2_000, ...options })
    const changes: boolean[] = []
    remote.onChange((isAvailable) => changes.push(isAvailable))
    return {
      proxy,
      remote,
      changes,
      async close() {
        await remote.close()
        await proxy.close()
      },
    }
  }

  test('behavior: fails fast while unavailable, and recovers', async () => {
    const { proxy, remote, changes, close } = await behindProxy()
    expect(await outcome(remote.query('select 1'))).toBe('done')

    proxy.set('reset')
    expect(await outcome(remote.query('select 1'))).toBeInstanceOf(StoreUnavailable)
    expect(remote.isAvailable()).toBe(false)
    const before = proxy.connections()
    const errors = await Promise.all(
      Array.from({ length: 50 }, () => outcome(remote.query('select 1'))),
    )
    expect(errors.every((error) => error instanceof StoreUnavailable)).toBe(true)
    // Only the probe tries to connect.
    expect(proxy.connections() - before).toBeLessThan(5)

    proxy.set('open')
    await expect.poll(() => remote.isAvailable(), { interval: 20 }).toBe(true)
    expect(await outcome(remote.query('select 1'))).toBe('done')
    expect(changes).toEqual([false, true])
    await close()
  })

  test('error: throws StoreUnavailable when no server listens', async () => {
    const nowhere = open('postgres://guest@127.0.0.1:1/none')
    const error = await outcome(nowhere.transaction(async (tx) => tx.query('select 1')))
    expect(error).toBeInstanceOf(StoreUnavailable)
    expect(error).toMatchObject({ mayHaveCommitted: false })
    await nowhere.close()
  })

  test.each(['silent', 'slow'] as const)(
    'behavior: gives up every call of a %s database',
    { tags: 'slow' },
    async (way) => {
      const { proxy, remote, close } = await behindProxy()
      expect(await outcome(remote.query('select 1'))).toBe('done')
      proxy.set(way)
      const startedAt = performance.now()
      const calls = [
        outcome(remote.query('select 1')),
        outcome(remote.transaction((tx) => tx.query('select 2'))),
        outcome(remote.patient().query('select 3')),
      ]
      expect(await Promise.all(calls)).toEqual(calls.map(() => expect.any(StoreUnavailable)))
      expect(await calls[0]).toMatchObject({ mayHaveCommitted: true })
      expect(await outcome(remote.query('select 1'))).toMatchObject({ mayHaveCommitted: false })
      expect(performance.now() - startedAt).toBeLessThan(3_000)

      proxy.set('open')
      await expect.poll(() => remote.isAvailable(), { interval: 20, timeout: 2_000 }).toBe(true)
      expect(await outcome(remote.query('select 1'))).toBe('done')
      await close()
    },
  )

  test('behavior: gives up a slow statement of a request, and no other', {
    tags: 'slow',
  }, async () => {
    const { remote, changes, close } = await behindProxy({ requestTimeoutMs: 700 })
    const patient = outcome(remote.patient().query('select pg_sleep(1.5)'))
    expect(await outcome(remote.query('select pg_sleep(5)'))).toMatchObject({
      name: 'StoreUnavailable',
      mayHaveCommitted: true,
    })
    expect(await outcome(remote.query('select 1'))).toBe('done')
    expect(await patient).toBe('done')
    expect(changes).toEqual([])
    await close()
  })

  test('behavior: a database that only reads is unavailable until it writes again', async () => {
    const name = new URL(database.url).pathname.slice(1)
    const { remote, close } = await behindProxy()
    await db.query(`alter database "${name}" set default_transaction_read_only = on`)
    const error = await outcome(remote.query(`insert into counters values ('refused', 1)`))
    expect(error).toMatchObject({ name: 'StoreUnavailable' })
    expect(remote.isAvailable()).toBe(false)

    await db.query(`alter database "${name}" set default_transaction_read_only = off`)
    await expect.poll(() => remote.isAvailable(), { interval: 20 }).toBe(true)
    expect(await outcome(remote.query(`insert into counters values ('written', 1)`))).toBe('done')
    await close()
  })
})

describe('a blocked event loop', () => {
  function block(ms: number): void {
    const end = performance.now() + ms
    while (performance.now() < end);
  }

  test('behavior: does not count against the database', { tags: 'slow' }, async () => {
    const busyDb = open(database.url, { requestTimeoutMs: 600 })
    expect(await outcome(busyDb.query('select 1'))).toBe('done')
    const late = outcome(busyDb.query('select 1'))
    await new Promise(setImmediate)
    block(1_200)
    expect(await late).toBe('done')
    await busyDb.close()
  })

  test('behavior: fails the connection that timed out, and no other', {
    tags: 'slow',
  }, async () => {
    const busyDb = open(database.url, { connectTimeoutMs: 1_000, probeEveryMs: 60_000 })
    const late = outcome(busyDb.query('select 1'))
    block(1_100)
    const error = await late
    expect(error).toBeInstanceOf(StoreUnavailable)
    expect(error).toMatchObject({ mayHaveCommitted: false })
    expect(await outcome(busyDb.query('select 1'))).toBe('done')
    await busyDb.close()
  })
})
