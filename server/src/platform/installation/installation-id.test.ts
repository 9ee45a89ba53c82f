import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { silentLog } from '../../../test/fixtures/silent-log.js'
import { createContextOn, createTestContext, type TestContext } from '../../../test/harness.js'
import { createTestDatabase } from '../../../test/test-database.js'
import { unixMs } from '../../lib/time.js'
import { migrate } from '../db/migrate.js'
import { projectRoot } from '../project-root.js'
import { createInstallationId } from './installation-store.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

const directory = join(projectRoot(), 'server', 'migrations')
const migrateAt = (url: string) => migrate({ url, directory, now: () => unixMs(0), log: silentLog })

/** Migrates a new database from several processes at once, and returns the id that each reads. */
async function startTogether(processes: number): Promise<string[]> {
  const { url, drop } = await createTestDatabase('empty')
  const start = async () => {
    await migrateAt(url)
    const first = await createContextOn({ url, drop: async () => {} }, {})
    const id = await first.installationId()
    await first.close()
    return id
  }
  const ids = await Promise.all(Array.from({ length: processes }, start))
  ids.push(await start())
  await drop()
  return ids
}

describe('createInstallationId', () => {
  test('default: returns the id in the database, even after a restart', async () => {
    const id = await ctx.installationId()
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(await createInstallationId(ctx)()).toBe(id)
  })

  test('behavior: processes that start at once agree, and databases differ', {
    tags: 'slow',
  }, async () => {
    const [first, second] = [await startTogether(2), await startTogether(1)]
    expect(new Set(first).size).toBe(1)
    expect(new Set(second).size).toBe(1)
    expect(first[0]).not.toBe(second[0])
  })

  test('behavior: the setting overrides the id in the database', async () => {
    const config = { installationId: 'staging' }
    expect(await createInstallationId({ config, db: ctx.db })()).toBe('staging')
  })

  test('behavior: reads the database again after a failure', async () => {
    let failures = 1
    const db = {
      ...ctx.db,
      query: ((text, values) =>
        failures-- > 0
          ? Promise.reject(new Error('the database is down'))
          : ctx.db.query(text, values)) as TestContext['db']['query'],
    }
    const find = createInstallationId({ config: { installationId: undefined }, db })
    await expect(find()).rejects.toThrow('the database is down')
    expect(await find()).toBe(await ctx.installationId())
  })
})
