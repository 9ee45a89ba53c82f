import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createRecordingAlerts } from '../../../test/fixtures/recording-alerts.js'
import { silentLog } from '../../../test/fixtures/silent-log.js'
import type { Alerts } from '../alerts/alerts.js'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.js'

/** Accessible only by its owner (0700), as home directories are, which keeps other users out. */
const dataDir = mkdtempSync(join(tmpdir(), 'tallystick-pg-'))
let running: EmbeddedPostgres[] = []
afterEach(async () => {
  for (const server of running) await server.stop()
  running = []
})
afterAll(() => rmSync(dataDir, { recursive: true }))

async function start(alerts?: Alerts): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({
    dataDir,
    password: 'secret',
    log: silentLog,
    ...(alerts && { alerts }),
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
  test('behavior: replaces a partial cluster', { tags: 'slow' }, async () => {
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

  test('behavior: requires the password', async () => {
    const { url } = await start()
    const wrong = url.replace(':secret@', ':guess@')
    await expect(query(wrong, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  })

  test('behavior: adopts an orphaned server', async () => {
    const orphan = await start()
    const adopter = await start()
    expect(adopter.isAdopted).toBe(true)
    expect(adopter.url).toBe(orphan.url)
  })

  test.each([
    ['dead', 4_194_303],
    ['another program', process.pid],
  ])('behavior: ignores the pid file of a process that is %s', async (_name, pid) => {
    await (await start()).stop()
    const path = join(dataDir, 'postgres', 'postmaster.pid')
    writeFileSync(path, `${pid}\n${join(dataDir, 'postgres')}\n1\n5432\n\n\n\nready\n`)
    const { url, isAdopted } = await start()
    expect(isAdopted).toBe(false)
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('behavior: restarts a killed server on the same port, with all committed data', {
    tags: 'slow',
  }, async () => {
    const { url } = await start()
    await query(url, 'create table survivors (id int); insert into survivors values (1)')
    process.kill(postmasterPid(), 'SIGKILL')
    await expect
      .poll(() => query(url, 'select id from survivors').catch(() => null), { timeout: 20_000 })
      .toEqual([{ id: 1 }])
  })

  test('error: raises an alert while the server cannot be restarted', {
    tags: 'slow',
  }, async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const alerts = createRecordingAlerts(silentLog)
    const { url } = await start(alerts)
    process.kill(postmasterPid(), 'SIGKILL')
    const other = await takePort(Number(new URL(url).port))
    const names = () => alerts.list().map(({ name }) => name)
    vi.advanceTimersByTime(1_000)
    await expect.poll(names, { timeout: 20_000 }).toEqual(['embedded_database_down'])
    await new Promise((resolve) => other.close(resolve))
    vi.advanceTimersByTime(1_000)
    await expect.poll(names, { timeout: 20_000 }).toEqual([])
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

/** Listens on a port as soon as it is free. */
async function takePort(port: number): Promise<Server> {
  for (;;) {
    const server = createServer()
    server.listen(port, '127.0.0.1')
    const isTaken = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (isTaken) return server
  }
}
