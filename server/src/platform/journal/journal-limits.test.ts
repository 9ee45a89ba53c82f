import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import type { Address } from '../../lib/hex.js'
import { unixMs } from '../../lib/time.js'
import { StoreUnavailable } from '../db/store-unavailable.js'
import { toWireError } from '../http/wire-error.js'
import { createJournal, type Journal, type JournalOptions } from './journal.js'
import { notes } from './journal-crashes.properties.js'

const root = mkdtempSync(join(tmpdir(), 'journal-limits-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let counter = 0
/** Opens a journal, and returns it with the keys of its active alerts. */
function open(directory: string, max: NonNullable<JournalOptions['max']>) {
  counter += 1
  const name = `process-${counter}`
  const active = new Set<string>()
  const journal = createJournal({
    directory: join(root, directory),
    key: new Uint8Array(32).fill(7),
    newId: () => name,
    now: () => unixMs(5),
    alerts: {
      raise: ({ name, key }) => active.add(`${name} ${key}`),
      resolve: (name, key) => active.delete(`${name} ${key}`),
    },
    max,
  })
  return { journal, active }
}

/** Takes every record as the replay does, and returns their number. */
async function takeAll(journal: Journal): Promise<number> {
  let takenCount = 0
  for (let record = await journal.next(); record; record = await journal.next()) {
    takenCount += record.records.length
    await journal.remove(record)
  }
  return takenCount
}

/** Notes of a merchant. */
const notesOf = (merchant: Address) => ({ ...notes, merchantOf: () => merchant })
const note = (id: number) => ({ id, text: `note ${id}` })

describe('limits of the journal', () => {
  test('error: refuses records above its limits', async () => {
    const { journal, active } = open('full', { records: 2, segmentRecords: 1 })
    await journal.append(notesOf(aWallet()), note(1))
    const other = notesOf(aWallet())
    await journal.append(other, note(2))
    await expect(journal.append(other, note(3))).rejects.toBeInstanceOf(StoreUnavailable)
    expect([...active]).toEqual(['journal_failing full'])
    expect(await takeAll(journal)).toBe(2)
    expect([...active]).toEqual([])
    await journal.append(other, note(3))
    await journal.close()
  })

  test('error: anonymous values use at most half of the capacity', async () => {
    const { journal, active } = open('anonymous', { records: 8 })
    const anonymous = () => ({ ...notesOf(aWallet()), isAnonymous: () => true })
    for (const id of [1, 2, 3, 4]) await journal.append(anonymous(), note(id))
    await expect(journal.append(anonymous(), note(5))).rejects.toBeInstanceOf(StoreUnavailable)
    expect([...active]).toEqual(['journal_failing full'])
    await journal.append(notes, note(6))
    expect(journal.state()).toMatchObject({ records: 5 })
    await journal.close()
  })

  test('behavior: values of callers with a key do not stop anonymous ones', async () => {
    const { journal } = open('keyed', { records: 8 })
    for (const slot of [notesOf(aWallet()), notesOf(aWallet())]) {
      for (const id of [1, 2]) await journal.append(slot, note(id))
    }
    const anonymous = { ...notesOf(aWallet()), isAnonymous: () => true }
    await journal.append(anonymous, note(3))
    await journal.close()

    // The records of another process count as before.
    const { journal: later } = open('keyed', { records: 8 })
    await later.adopt()
    const others = [1, 2].map(() => ({ ...anonymous, ...notesOf(aWallet()) }))
    for (const slot of others) await later.append(slot, note(4))
    expect(await takeAll(later)).toBe(7)
    await later.close()
  })

  test('error: a merchant has a quarter of the journal at most, and others keep selling', async () => {
    const { journal, active } = open('share', { records: 12 })
    const busy = notesOf(aWallet())
    for (const id of [1, 2, 3]) await journal.append(busy, note(id))
    const refused = await journal.append(busy, note(4)).catch((error) => error)
    expect(refused).toBeInstanceOf(StoreUnavailable)
    expect(toWireError(refused)).toMatchObject({
      status: 500,
      body: {
        error: 'failed',
        reason: 'datastore_unavailable',
        message: expect.stringContaining('this merchant has filled its part of the journal'),
      },
      retryAfter: 30,
    })
    expect([...active]).toEqual(['journal_failing share'])
    for (const id of [5, 6, 7]) await journal.append(notes, note(id))
    await expect(journal.append(notes, note(8))).rejects.toBeInstanceOf(StoreUnavailable)
    await journal.close()

    // Records of another process count too, by their bytes: the busy merchant has half of them.
    const [home = ''] = readdirSync(join(root, 'share'))
    const { length } = readFileSync(join(root, 'share', home, '000001'))
    const { journal: later } = open('share', { bytes: length * 1.4 })
    await later.adopt()
    await later.append(notesOf(aWallet()), note(9))
    await expect(later.append(busy, note(10))).rejects.toBeInstanceOf(StoreUnavailable)
    expect(await takeAll(later)).toBe(7)
    await later.append(busy, note(10))
    expect(await takeAll(later)).toBe(1)
    await later.close()
  })

  test('behavior: busy merchants leave capacity for the next merchant', async () => {
    const { journal } = open('next', { records: 100 })
    for (let merchant = 0; merchant < 5; merchant += 1) {
      const slot = notesOf(aWallet())
      let takenCount = 0
      const fill = async () => {
        await journal.append(slot, note(takenCount))
        takenCount += 1
        await fill()
      }
      await expect(fill()).rejects.toBeInstanceOf(StoreUnavailable)
      expect(takenCount).toBeGreaterThan(0)
      expect(takenCount).toBeLessThanOrEqual(25)
    }
    expect(journal.state().records).toBeLessThan(100)
    await journal.close()
  })
})
