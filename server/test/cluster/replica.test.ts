// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../src/platform/db/db.js'
import { createPostgresDb } from '../../src/platform/db/postgres-db.js'
import { createReplica, type Replica } from '../../src/platform/db/replica.js'
import { type PostgresPair, startPostgresPair } from '../fixtures/servers/postgres-pair.js'
import { silentLog } from '../fixtures/silent-log.js'

type Connected = { primary: Db; replica: Replica }

let pair: PostgresPair
/** As in two processes, each with connections of its own. */
let here: Connected
let there: Connected
beforeAll(async () => {
  pair = await startPostgresPair()
  await pair.primary.run('create table kept (id int primary key)')
  here = connect()
  there = connect()
}, 120_000)
afterAll(async () => {
  for (const { primary, replica } of [here, there]) {
    await replica.close()
    await primary.close()
  }
  await pair.close()
})

function connect(): Connected {
  const options = { poolSize: 4, log: silentLog }
  const primary = createPostgresDb({ url: pair.primary.url, ...options })
  const url = pair.standby.url
  return { primary, replica: createReplica({ primary, url, restMs: 50, ...options }) }
}

let written = 0

/** Writes with one process and reads with the other. Returns the writes that it does not see. */
async function countMissed(rounds: number): Promise<number> {
  let missed = 0
  for (let round = 0; round < rounds; round += 1) {
    const [writer, reader] = round % 2 === 0 ? [here, there] : [there, here]
    written += 1
    await writer.primary.query('insert into kept values ($1)', [written])
    const found = await reader.replica
      .beginReads()
      .query('select from kept where id = $1', [written])
    if (found.rowCount !== 1) missed += 1
  }
  return missed
}

const statesOf = () => [here, there].map(({ replica }) => replica.state())
const sum = (name: 'reads' | 'fallbacks') =>
  statesOf().reduce((total, state) => total + state[name], 0)

/** Reads until the replica answers again. */
async function waitForReplica(): Promise<void> {
  for (const { replica } of [here, there]) {
    await expect
      .poll(
        async () => {
          await replica.beginReads().query('select 1')
          return replica.state().reason
        },
        { interval: 20, timeout: 20_000 },
      )
      .toBe(null)
  }
}

describe('a replica', { timeout: 60_000 }, () => {
  test('default: answers reads, with what other processes wrote just before', async () => {
    await waitForReplica()
    const before = sum('reads')
    expect(await countMissed(60)).toBe(0)
    expect(sum('reads') - before).toBeGreaterThanOrEqual(55)
    const { rows } = await here.replica
      .beginReads()
      .query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"')
    expect(rows).toEqual([{ isStandby: true }])
  })

  test('behavior: the reads of a request ask the primary once, each request for itself', async () => {
    const asked: string[] = []
    const primary: Db = {
      ...here.primary,
      query: (sql, params) => {
        asked.push(sql)
        return here.primary.query(sql, params)
      },
    }
    const options = { poolSize: 2, log: silentLog }
    const replica = createReplica({ primary, url: pair.standby.url, ...options })
    const countAsked = () => asked.filter((sql) => sql.includes('pg_current_wal')).length
    for (const requests of [1, 2, 3]) {
      const reads = replica.beginReads()
      for (let read = 0; read < 4; read += 1) await reads.query('select count(*) from kept')
      expect(countAsked()).toBe(requests)
    }
    expect(replica.state()).toEqual({ reads: 12, fallbacks: 0, reason: null })
    await replica.close()
  })

  test('behavior: writes and transactions use the primary', async () => {
    const db = here.replica.beginReads()
    await db.query('insert into kept values (-1)')
    await db.transaction((tx) => tx.query('insert into kept values (-2)'))
    const { rowCount } = await there.primary.query('select from kept where id < 0')
    expect(rowCount).toBe(2)
    await waitForReplica()
  })

  test('error: passes on the error of a statement', async () => {
    const reading = here.replica.beginReads().query('select missing from kept')
    await expect(reading).rejects.toMatchObject({ code: '42703' })
    expect(statesOf()[0]?.reason).toBe(null)
  })

  test('behavior: the primary answers while the replica lags', async () => {
    await pair.standby.run('select pg_wal_replay_pause()')
    expect(await countMissed(20)).toBe(0)
    expect(statesOf().map(({ reason }) => reason)).toEqual(['the replica lags', 'the replica lags'])
    await pair.standby.run('select pg_wal_replay_resume()')
    await waitForReplica()
  })

  test('behavior: the primary answers while the replica is stopped', async () => {
    await pair.standby.stop()
    expect(await countMissed(20)).toBe(0)
    await pair.standby.start('standby')
    await waitForReplica()
    expect(await countMissed(20)).toBe(0)
  })

  test('behavior: a replica that was promoted is not used', async () => {
    await pair.standby.promote()
    await pair.standby.run('insert into kept values (-3)')
    expect(await countMissed(20)).toBe(0)
    const found = await here.replica.beginReads().query('select from kept where id = -3')
    expect(found.rowCount).toBe(0)
    expect(statesOf()[0]?.reason).toMatch(/no replica|another timeline|promotion/)
  })
})
