import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dumpData, dumpFile, findEmptyTables } from './dump.js'
import { fillTables } from './fill-tables.js'

/** `npm run write-dump` sets WRITE_DUMP. All other runs only check that a shop still fills every table. */
test('default: a shop fills every table, and the dump has all of its rows', async () => {
  const { app, close } = await fillTables()
  const { db } = app.ctx
  expect(await findEmptyTables(db)).toEqual([])
  const dump = await dumpData(db)
  await close()
  if (process.env['WRITE_DUMP']) writeFileSync(dumpFile, dump)
})
