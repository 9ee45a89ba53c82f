import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '../../../test/fixtures/silent-log.js'
import { createTestDatabase } from '../../../test/test-database.js'
import { unixMs } from '../../lib/time.js'
import { projectRoot } from '../project-root.js'
import { migrate } from './migrate.js'
import { StoreUnavailable } from './store-unavailable.js'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let directory: string
beforeEach(async () => {
  database = await createTestDatabase('empty')
  directory = mkdtempSync(join(tmpdir(), 'tallystick-migrations-'))
})
afterEach(async () => {
  await database.drop()
  rmSync(directory, { recursive: true })
})

const write = (name: string, sql: string) => writeFileSync(join(directory, name), sql)
const run = () => migrate({ url: database.url, directory, now: () => unixMs(5), log: silentLog })

async function select(sql: string) {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

describe('migrate', () => {
  test('default', async () => {
    write('0001-one.sql', 'create table one (id int); insert into one values (1);')
    write('0002-two.sql', 'create table two (id int)')
    expect(await run()).toBe(2)
    expect(await run()).toBe(0)

    expect(await select('select id from one')).toEqual([{ id: 1 }])
    expect(await select('select version, name, applied_at from schema_migrations')).toEqual([
      { version: 1, name: '0001-one', applied_at: '5' },
      { version: 2, name: '0002-two', applied_at: '5' },
    ])
  })

  test('behavior: the real migrations apply to an empty database', async () => {
    const real = join(projectRoot(), 'server', 'migrations')
    await migrate({ url: database.url, directory: real, now: () => unixMs(5), log: silentLog })
    expect(await select('select count(*)::int as n from receipts')).toEqual([{ n: 0 }])
  })

  test('behavior: ten concurrent runs apply each migration once', async () => {
    write('0001-one.sql', 'create table one (id int); select pg_sleep(0.05);')
    write('0002-two.sql', 'insert into one values (1)')
    await Promise.all(Array.from({ length: 10 }, run))
    expect(await select('select id from one')).toEqual([{ id: 1 }])
  })

  test('behavior: rolls back a failed migration and keeps the earlier ones', async () => {
    write('0001-one.sql', 'create table one (id int)')
    write('0002-two.sql', 'create table two (id int); select 1 / 0;')
    await expect(run()).rejects.toThrow('division by zero')

    expect(await select(`select to_regclass('one') is not null as one`)).toEqual([{ one: true }])
    expect(await select(`select to_regclass('two') is null as gone`)).toEqual([{ gone: true }])
    write('0002-two.sql', 'create table two (id int)')
    await run()
    expect(await select('select count(*)::int as n from schema_migrations')).toEqual([{ n: 2 }])
  })

  test('behavior: accepts a newer schema', async () => {
    write('0001-one.sql', 'create table one (id int)')
    write('0002-two.sql', 'create table two (id int)')
    await run()
    rmSync(join(directory, '0002-two.sql'))
    expect(await run()).toBe(0)
  })

  test('behavior: applies a migration that was merged after a later one', async () => {
    write('0001-one.sql', 'create table one (id int)')
    write('0004-four.sql', 'create table four (id int)')
    expect(await run()).toBe(2)
    write('0003-three.sql', 'create table three (id int)')
    expect([await run(), await run()]).toEqual([1, 0])
    expect(await select(`select to_regclass('three') is not null as three`)).toEqual([
      { three: true },
    ])
  })

  test('error: rejects two migrations of one number', async () => {
    write('0001-one.sql', 'select 1')
    write('0001-two.sql', 'select 1')
    await expect(run()).rejects.toThrow(
      '0001-two.sql has the same number as 0001-one.sql. Rename one of them.',
    )
  })

  test('error: rejects an edited migration', async () => {
    write('0001-one.sql', 'create table one (id int)')
    await run()
    write('0001-one.sql', 'create table one (id bigint)')
    await expect(run()).rejects.toThrow('Migration 0001-one was edited')
  })

  test('error: rejects a database from before the first release', async () => {
    write('0001-jobs.sql', 'create table one (id int)')
    await run()
    rmSync(join(directory, '0001-jobs.sql'))
    write('0001-schema.sql', 'create table one (id int)')
    await expect(run()).rejects.toThrow('a version before the first release created it')
  })

  test('error: a connection that ends during a migration does not end the process', async () => {
    write('0001-one.sql', 'select pg_terminate_backend(pg_backend_pid())')
    await expect(run()).rejects.toBeInstanceOf(StoreUnavailable)
  })

  test.each([
    ['1-one.sql', 'must have a name such as 0001-name.sql'],
    ['0001-One.sql', 'must have a name such as 0001-name.sql'],
  ])('error: rejects %s as the first file', async (name, message) => {
    write(name, 'select 1')
    await expect(run()).rejects.toThrow(message)
  })

  test('error: a server that accepts connections and never responds is unavailable', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const url = `postgres://tallystick@127.0.0.1:${port}/postgres`
    const options = { url, directory, now: () => unixMs(5), log: silentLog, connectTimeoutMs: 50 }
    await expect(migrate(options)).rejects.toBeInstanceOf(StoreUnavailable)
    silent.close()
  })
})
