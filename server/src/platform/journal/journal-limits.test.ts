import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import type { Address } from '../../lib/hex.js'
import { unixMs } from '../../lib/time.js'
import { StoreUnavailable } from '../db/store-unavailable.js'
import { createJournal, type Journal, type JournalOptions } from './journal.js'
import { notes } from './journal-crashes.properties.js'

const root = mkdtempSync(join(tmpdir(), 'journal-limits-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let made = 0
/** Opens a journal, and returns it with the keys of its active alerts. */
function open(directory: string, most: NonNullable<JournalOptions['most']>) {
  made += 1
  const name = `process-${made}`
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
    most,
  })
  return { journal, active }
}

/** Takes every record as the replay does, and returns their number. */
async function takeAll(journal: Journal): Promise<number> {
  let taken = 0
  for (let one = await journal.next(); one; one = await journal.next()) {
    taken += one.records.length
    await journal.remove(one)
  }
  return taken
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

  test('error: anonymous values leave half of the room to others', async () => {
    const { journal } = open('anonymous', { records: 4 })
    const anonymous = { ...notes, isAnonymous: () => true }
    await journal.append(anonymous, note(1))
    await journal.append({ ...anonymous, ...notesOf(aWallet()) }, note(2))
    for (const slot of [anonymous, { ...anonymous, ...notesOf(aWallet()) }]) {
      await expect(journal.append(slot, note(3))).rejects.toBeInstanceOf(StoreUnavailable)
    }
    await journal.append(notes, note(4))
    expect(journal.state()).toMatchObject({ records: 3 })
    await journal.close()
  })

  test('error: a merchant leaves room to others', async () => {
    const { journal, active } = open('share', { records: 6 })
    const busy = notesOf(aWallet())
    for (const id of [1, 2, 3]) await journal.append(busy, note(id))
    await expect(journal.append(busy, note(4))).rejects.toBeInstanceOf(StoreUnavailable)
    expect([...active]).toEqual(['journal_failing share'])
    await journal.append(notes, note(5))
    await journal.append(notes, note(6))
    await expect(journal.append(notes, note(7))).rejects.toBeInstanceOf(StoreUnavailable)
    await journal.append(notesOf(aWallet()), note(8))
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
})
