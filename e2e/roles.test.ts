// @module-tag slow
import { createClient } from '@tallystick/sdk'
import { afterAll, describe, expect, test } from 'vitest'
import {
  makeDataDir,
  processesOf,
  removeDataDir,
  sharedDatabase,
  startTallystick,
  type Tallystick,
} from './helpers/tallystick.js'

/** Holds the embedded database that stands in for an operator's own. */
const databaseDir = makeDataDir()
const dataDir = makeDataDir()
const started: Tallystick[] = []
afterAll(async () => {
  const codes: (number | null)[] = []
  for (const tallystick of started.reverse()) {
    tallystick.signal('SIGTERM')
    codes.push(await tallystick.exited)
  }
  // Comes after all exits, so that a failure leaves no process running.
  expect(codes).toEqual(codes.map(() => 0))
  expect(processesOf(dataDir)).toEqual([])
  removeDataDir(dataDir)
  removeDataDir(databaseDir)
})

async function start(options: Parameters<typeof startTallystick>[0]): Promise<Tallystick> {
  const environment = { SANDBOX_CHAIN: 'off', ...options.environment }
  const tallystick = await startTallystick({ ...options, environment })
  started.push(tallystick)
  return tallystick
}

describe('ROLE', () => {
  test('behavior: web and worker processes share one database', async () => {
    await (await start({ dataDir: databaseDir })).ready()
    const environment = sharedDatabase(databaseDir)
    const worker = await start({ dataDir, environment: { ...environment, ROLE: 'worker' } })
    await expect.poll(worker.output, { timeout: 20_000 }).toContain('service ready')
    const web = await start({ dataDir, environment: { ...environment, ROLE: 'web' } })
    const { baseUrl, apiKey } = await web.ready()

    const ping = await createClient({ baseUrl, apiKey }).ping()
    expect(ping).toMatchObject({ ok: true, checks: { jobs: { overdue: [] } } })
    // The worker serves no requests.
    const workerPort = /"baseUrl":"http:\/\/localhost:(\d+)"/.exec(worker.output())?.[1]
    await expect(fetch(`http://127.0.0.1:${workerPort}/healthz`)).rejects.toThrow()
  })
})
