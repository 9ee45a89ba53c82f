import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { silentLog } from '../../../test/silent-log.js'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.js'

/** Made for its owner alone (0700), as home folders are: the case that keeps other users out. */
const dataDir = mkdtempSync(join(tmpdir(), 'tallystick-pg-'))
let running: EmbeddedPostgres[] = []
afterEach(async () => {
  for (const server of running) await server.stop()
  running = []
})
afterAll(() => rmSync(dataDir, { recursive: true }))

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({
    dataDir,
    password: 'secret',
    log: silentLog,
    settings: ['fsync=off'],
  })
  running.push(server)
  return server
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const postmasterPid = () =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

describe('startEmbeddedPostgres', { timeout: 30_000 }, () => {
  test('behavior: a cluster that was only half made is made anew', async () => {
    mkdirSync(join(dataDir, 'postgres.new-4711'))
    writeFileSync(join(dataDir, 'postgres.new-4711', 'PG_VERSION'), '18')
    const { url } = await start()
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(readdirSync(dataDir).filter((name) => name.includes('.new-'))).toEqual([])
  })

  test('default', async () => {
    const first = await start()
    expect(first.isAdopted).toBe(false)
    await query(first.url, 'create table kept (id int); insert into kept values (1)')
    await first.stop()
    await expect(query(first.url, 'select 1')).rejects.toThrow('ECONNREFUSED')

    const second = await start()
    expect(await query(second.url, 'select id from kept')).toEqual([{ id: 1 }])
  })

  test('behavior: a password is needed', async () => {
    const { url } = await start()
    const wrong = url.replace(':secret@', ':guess@')
    await expect(query(wrong, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  })

  test('behavior: a server left behind is adopted', async () => {
    const orphan = await start()
    const adopter = await start()
    expect(adopter.isAdopted).toBe(true)
    expect(adopter.url).toBe(orphan.url)
  })

  test.each([
    ['dead', 4_194_303],
    ['another program', process.pid],
  ])('behavior: a lock file that names a process that is %s is no obstacle', async (_name, pid) => {
    await (await start()).stop()
    const path = join(dataDir, 'postgres', 'postmaster.pid')
    writeFileSync(path, `${pid}\n${join(dataDir, 'postgres')}\n1\n5432\n\n\n\nready\n`)
    const { url, isAdopted } = await start()
    expect(isAdopted).toBe(false)
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('behavior: a server that is killed comes back on the same port, with what was committed', async () => {
    const { url } = await start()
    await query(url, 'create table survivors (id int); insert into survivors values (1)')
    process.kill(postmasterPid(), 'SIGKILL')
    await expect
      .poll(() => query(url, 'select id from survivors').catch(() => null), { timeout: 20_000 })
      .toEqual([{ id: 1 }])
  })
})
