import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../src/platform/db/db.js'
import { createPostgresDb } from '../../src/platform/db/postgres-db.js'
import { StoreUnavailable } from '../../src/platform/db/store-unavailable.js'
import { type PostgresPair, startPostgresPair } from '../fixtures/servers/postgres-pair.js'
import { silentLog } from '../fixtures/silent-log.js'

let pair: PostgresPair
let db: Db
const changes: boolean[] = []
beforeAll(async () => {
  pair = await startPostgresPair()
  await pair.primary.run('create table kept (id text primary key)')
  db = open(pair.urlOfBoth('read-write'))
  db.onChange((isAvailable) => changes.push(isAvailable))
}, 120_000)
afterAll(async () => {
  await db.close()
  await pair.close()
})

function open(url: string): Db {
  return createPostgresDb({ url, poolSize: 4, log: silentLog, probeEveryMs: 50 })
}

const add = (id: string) => db.query('insert into kept values ($1)', [id])
const backWithin = { interval: 20, timeout: 20_000 }

async function listKept(from = db): Promise<string[]> {
  const { rows } = await from.query<{ id: string }>('select id from kept order by id')
  return rows.map(({ id }) => id)
}

describe('a database of two servers', { timeout: 60_000 }, () => {
  test('default: writes to the primary, wherever it stands in the list', async () => {
    await add('1-first')
    expect(changes).toEqual([])

    const [scheme, hosts = '', rest] = pair.urlOfBoth('read-write').split(/(?<=@)|(?=\/postgres)/)
    const reversed = open(`${scheme}${hosts.split(',').reverse().join(',')}${rest}`)
    await reversed.query('insert into kept values ($1)', ['2-reversed'])
    expect(reversed.isAvailable()).toBe(true)
    await reversed.close()
    expect(await listKept()).toEqual(['1-first', '2-reversed'])
  })

  test('behavior: is unavailable until the standby is promoted, and uses it then', async () => {
    await pair.primary.stop()
    await expect(add('3-lost')).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(listKept()).rejects.toBeInstanceOf(StoreUnavailable)
    expect(db.isAvailable()).toBe(false)

    await pair.standby.promote()
    await expect.poll(() => db.isAvailable(), backWithin).toBe(true)
    await add('4-second')
    expect(await listKept()).toEqual(['1-first', '2-reversed', '4-second'])
    expect(changes).toEqual([false, true])
  })

  test('behavior: neither reads from nor writes to a former primary that returns', async () => {
    await pair.primary.start('standby')
    await expect
      .poll(() => pair.primary.run('select from pg_stat_wal_receiver'), backWithin)
      .toHaveLength(1)
    await pair.primary.run('select pg_wal_replay_pause()')
    await add('5-third')
    expect(await pair.primary.run(`select from kept where id = '5-third'`)).toEqual([])

    const fresh = open(pair.urlOfBoth('read-write'))
    const lists = await Promise.all(Array.from({ length: 8 }, () => listKept(fresh)))
    expect(lists.every((list) => list.includes('5-third'))).toBe(true)
    await fresh.close()
    await pair.primary.run('select pg_wal_replay_resume()')
  })

  test('behavior: leaves a primary that was demoted at its address', async () => {
    await pair.standby.stop()
    await expect(add('6-lost')).rejects.toBeInstanceOf(StoreUnavailable)
    await pair.standby.start('standby')
    // Its address accepts connections again, but only reads.
    await expect(listKept()).rejects.toBeInstanceOf(StoreUnavailable)

    await pair.primary.promote()
    await expect.poll(() => db.isAvailable(), backWithin).toBe(true)
    await add('7-fourth')
    expect(await listKept()).toContain('7-fourth')
  })
})
