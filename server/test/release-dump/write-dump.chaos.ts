import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { dumpData, dumpFile, findEmptyTables } from './dump.js'
import { fillTables } from './fill-tables.js'
import { rareTables } from './rare-rows.js'

// Ids, keys and nonces of the service repeat. Two dumps differ in values that the database or the
// chain makes up, such as the id of the installation and hashes of blocks, and in measured times.
vi.mock('node:crypto', async (importActual) => {
  const { seedCrypto } = await import('./seeded-crypto.js')
  return seedCrypto(await importActual())
})

let shop: Awaited<ReturnType<typeof fillTables>>
beforeAll(async () => {
  shop = await fillTables()
}, 300_000)
afterAll(() => shop?.close())

describe('the dump', () => {
  test('default: using the shop fills every table without a reason to be empty', () => {
    expect(shop.emptyTables.toSorted()).toEqual(Object.keys(rareTables).toSorted())
  })

  /** `npm run write-dump` sets WRITE_DUMP. All other runs only check the dump. */
  test('behavior: has rows of every table, and none of the harness', async () => {
    const { db } = shop.app.ctx
    expect(await findEmptyTables(db)).toEqual([])
    const dump = await dumpData(db)
    expect(dump).not.toMatch(/canary/i)
    expect(dump).toContain('Corner Tea')
    if (process.env['WRITE_DUMP']) writeFileSync(dumpFile, dump)
  })
})
