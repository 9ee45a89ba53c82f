// @module-tag slow
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectTimeoutMs } from '../../../test/test-config.js'
import { createTestDatabase } from '../../../test/test-database.js'
import { projectRoot } from '../../platform/project-root.js'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let processes: ReturnType<typeof startProcess>[]
beforeAll(async () => {
  database = await createTestDatabase()
  processes = [1, 2, 3, 4].map(startProcess)
  await Promise.all(processes.map(({ nextMessage }) => nextMessage()))
}, 60_000)
afterAll(async () => {
  await Promise.all(processes.map(({ stop }) => stop()))
  await database.drop()
})

/** Reports when it is ready, then makes the requested calls and reports how many were allowed. */
const program = `
  import { setImmediate as nextTurn } from 'node:timers/promises'
  import { pino } from 'pino'
  import { runnerImport } from 'vite'
  const load = async (path) => (await runnerImport(path, { configFile: false })).module
  const { createLimiter } = await load('./src/auth/limits/limiter.ts')
  const { createPostgresDb } = await load('./src/platform/db/postgres-db.ts')

  const log = pino({ level: 'silent' })
  const db = createPostgresDb({
    url: process.env.URL,
    poolSize: 2,
    log,
    connectTimeoutMs: ${connectTimeoutMs},
  })
  await db.query('select 1')
  const limiter = createLimiter({ db, log })
  process.on('message', async ({ bucket, calls, perTurn }) => {
    const budgets = []
    while (budgets.length < calls) {
      budgets.push(limiter.take(bucket, 1000))
      if (budgets.length % perTurn === 0) await nextTurn()
    }
    process.send((await Promise.all(budgets)).filter(({ isExceeded }) => !isExceeded).length)
  })
  process.send('ready')
`

function startProcess() {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: join(projectRoot(), 'server'),
    env: { ...process.env, URL: database.url },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exit = once(child, 'exit')
  const ended = exit.then(() => Promise.reject(new Error('the process has ended')))
  ended.catch(() => {})
  return {
    send: (load: { bucket: string; calls: number; perTurn: number }) => child.send(load),
    nextMessage: async () => (await Promise.race([once(child, 'message'), ended]))[0],
    stop: async () => {
      child.kill()
      await exit
    },
  }
}

describe('createLimiter in several processes', () => {
  test.each([
    ['calls at once, evenly', [750, 750, 750, 750], 3_000],
    ['calls at once, unevenly', [2_700, 100, 100, 100], 3_000],
    ['calls over time, evenly', [750, 750, 750, 750], 3],
    ['calls over time, unevenly', [2_700, 100, 100, 100], 3],
  ])(
    'default: allows exactly the limit: %s',
    { timeout: 30_000 },
    async (bucket, loads, perTurn) => {
      processes.forEach(({ send }, index) => {
        send({ bucket, calls: loads[index] ?? 0, perTurn })
      })
      const passed: number[] = await Promise.all(processes.map(({ nextMessage }) => nextMessage()))
      expect(passed.reduce((sum, each) => sum + each, 0)).toBe(1_000)
    },
  )
})
