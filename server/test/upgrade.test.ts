import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { unixMs } from '../src/lib/time.js'
import { migrate } from '../src/platform/db/migrate.js'
import { projectRoot } from '../src/platform/project-root.js'
import { silentLog } from './fixtures/silent-log.js'
import { createTestDatabase } from './test-database.js'

test('merchants from before members existed get an owner and a plan', async () => {
  const { url, drop } = await createTestDatabase('empty')
  const migrations = join(projectRoot(), 'server', 'migrations')
  const before = mkdtempSync(join(tmpdir(), 'tallystick-upgrade-'))
  for (const name of ['0001-jobs.sql', '0002-keys.sql']) {
    copyFileSync(join(migrations, name), join(before, name))
  }
  const apply = (directory: string) =>
    migrate({ url, directory, now: () => unixMs(0), log: silentLog })
  await apply(before)

  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`insert into merchants (wallet, created_at) values ('0xaa', 7)`)
  await apply(migrations)
  const { rows } = await client.query(
    `select m.role, m.joined_at, s.plan from members m
     join plan_subscriptions s on s.merchant = m.merchant where m.merchant = '0xaa'`,
  )
  await client.end()
  await drop()
  rmSync(before, { recursive: true })
  expect(rows).toEqual([{ role: 'owner', joined_at: '7', plan: 'starter' }])
})
