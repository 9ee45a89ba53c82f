import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.js'
import { print } from '../measure.js'
import { createTestDatabase } from '../test-database.js'
import { countReceipts, findMissing } from './check-orders.js'
import { addItem, startOrders } from './order-load.js'
import { startPgbouncer } from './pgbouncer.js'
import { isShort, type Services, startServices } from './services.js'

/** The end-to-end tests that run, all of them by default. */
const filters = (process.env['E2E'] ?? '').split(' ').filter((filter) => filter !== '')

let database: Awaited<ReturnType<typeof createTestDatabase>>
let pooler: Awaited<ReturnType<typeof startPgbouncer>>
beforeAll(async () => {
  database = await createTestDatabase()
  pooler = await startPgbouncer(database.url)
})
afterAll(async () => {
  await pooler.stop()
  await database.drop()
})

describe('PgBouncer in transaction mode', () => {
  let services: Services
  beforeAll(async () => {
    const environment = { DATABASE_URL: pooler.url, DB_STATEMENTS: 'unnamed', LOG_LEVEL: 'info' }
    services = await startServices({ web: 2, workers: 1, environment })
  })
  afterAll(() => services.close())

  test('behavior: processes sell through it', async () => {
    const origins = services.web.map(({ port }) => `http://127.0.0.1:${port}`)
    const { apiKey } = services.demo
    const sku = await addItem(origins[0] ?? '', apiKey)
    const before = await countReceipts(database.url)
    const load = startOrders({ origins, apiKey, sku, clients: 16 })
    while (load.accepted() < 1_000) await sleep(50)
    const { failures, receiptIds, degraded } = await load.stop()
    print(`orders through PgBouncer: ${JSON.stringify({ orders: receiptIds.length, degraded })}`)
    expect(failures).toEqual([])
    expect(degraded).toBe(0)
    expect(await findMissing(database.url, receiptIds)).toEqual([])
    expect((await countReceipts(database.url)) - before).toBe(receiptIds.length)
    for (const { output } of [...services.web, ...services.workers]) {
      expect(output()).not.toMatch(/prepared statement|unsupported startup parameter/)
    }
  })
})

// They take minutes, too long for the short form.
if (!isShort) {
  describe('the end-to-end tests', () => {
    test.each(['e2e', 'portal'])(
      `behavior: project %s passes through PgBouncer: ${filters.join(' ') || 'all'}`,
      async (project) => {
        const provider = await provideDatabases()
        const { code, output } = await runTests(project, provider.url)
        await provider.stop()
        const sums = output.split('\n').filter((line) => /FAIL|Tests|Test Files/.test(line))
        print(`${project}: ${sums.join(' / ')}`)
        expect(code, output.slice(-6_000)).toBe(0)
      },
    )
  })
}

/** Responds to each request with the settings of another database behind the pooler. */
async function provideDatabases(): Promise<{ url: string; stop(): Promise<void> }> {
  const databases: Awaited<ReturnType<typeof createTestDatabase>>[] = []
  const server = createServer(async (_request, response) => {
    const created = await createTestDatabase()
    databases.push(created)
    const { pathname } = new URL(created.url)
    const settings = { DATABASE_URL: new URL(pathname, pooler.url).href, DB_STATEMENTS: 'unnamed' }
    response.end(JSON.stringify(settings))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.close()
      for (const { drop } of databases) await drop()
    },
  }
}

/** Runs the tests of a project in a process of their own, on databases of the provider. */
async function runTests(
  project: string,
  provider: string,
): Promise<{ code: number | null; output: string }> {
  const { PATH, HOME } = process.env
  const vitest = join(projectRoot(), 'node_modules', 'vitest', 'vitest.mjs')
  // The tests that are named may all be of the other project.
  const mayBeNone = filters.length > 0 ? ['--passWithNoTests'] : []
  const options = ['--reporter=default', `--project=${project}`, ...mayBeNone]
  const child = spawn(process.execPath, [vitest, 'run', ...options, ...filters], {
    cwd: projectRoot(),
    env: { PATH, HOME, DATABASE_PROVIDER: provider },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const [code] = await once(child, 'exit')
  return { code, output }
}
