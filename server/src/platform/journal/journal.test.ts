import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createFaultyFiles } from '../../../test/fixtures/faulty-files.js'
import { unixMs } from '../../lib/time.js'
import { ownNamespace, tryLock } from '../data-dir/lock-file.js'
import { StoreUnavailable } from '../db/store-unavailable.js'
import { findProcess } from '../processes.js'
import { nodeFiles } from './files.js'
import { createJournal, type Journal, type JournalOptions } from './journal.js'
import { corrupt, crash, notes, openJournal, recover } from './journal-crashes.properties.js'
import type { JournalRecord } from './segment.js'

const root = mkdtempSync(join(tmpdir(), 'journal-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let counter = 0
/** Opens a journal on the real file system. */
function open(directory: string, changes: Partial<JournalOptions> = {}) {
  counter += 1
  const name = `process-${counter}`
  return createJournal({
    directory,
    key: new Uint8Array(32).fill(7),
    newId: () => name,
    now: () => unixMs(5),
    alerts: { raise: () => {}, resolve: () => {} },
    ...changes,
  })
}

const namespace = ownNamespace()

/** Takes every record as the replay does. */
async function takeAll(journal: Journal): Promise<JournalRecord[]> {
  const records: JournalRecord[] = []
  for (let record = await journal.next(); record; record = await journal.next()) {
    records.push(...record.records)
    await journal.remove(record)
  }
  return records
}

/** Alerts that know which are active. */
function recordAlerts() {
  const active = new Set<string>()
  const alerts: JournalOptions['alerts'] = {
    raise: ({ name, key }) => active.add(`${name} ${key}`),
    resolve: (name, key) => active.delete(`${name} ${key}`),
  }
  return { alerts, active }
}

const note = (id: number) => ({ id, text: `note ${id}` })

describe('createJournal', () => {
  test('default: keeps records in order until they are removed', async () => {
    const directory = join(root, 'default')
    const journal = open(directory)
    expect(journal.state()).toEqual({ records: 0, segments: 0, oldestAt: null })
    await Promise.all([1, 2, 3].map((id) => journal.append(notes, note(id))))
    await journal.append(notes, { id: 1, text: 'again' })

    expect(journal.list(notes, '1')).toEqual([note(1), { id: 1, text: 'again' }])
    expect(journal.find(notes, '1')).toEqual({ id: 1, text: 'again' })
    expect(journal.find(notes, '4')).toBeNull()
    expect(journal.state()).toEqual({ records: 4, segments: 1, oldestAt: 5 })

    const segment = await journal.next()
    expect(segment?.records.map(({ value }) => value)).toEqual([
      ...[1, 2, 3].map(note),
      { id: 1, text: 'again' },
    ])
    if (segment) await journal.remove(segment)
    expect(journal.find(notes, '2')).toBeNull()
    expect(await journal.next()).toBeNull()
    await journal.close()
    expect(readdirSync(directory)).toEqual([])
  })

  test('behavior: encrypts what it writes', async () => {
    const directory = join(root, 'secret')
    const journal = open(directory)
    await journal.append(notes, { id: 1, text: 'a secret text' })
    const [home = ''] = readdirSync(directory)
    const bytes = readFileSync(join(directory, home, '000001'))
    expect(bytes.includes('secret')).toBe(false)
    await journal.close()
  })

  test('behavior: adopts the segments of a dead process, and leaves those of a living one', async () => {
    const directory = join(root, 'adopt')
    const first = open(directory)
    await first.append(notes, note(1))
    await first.close()
    const [home = ''] = readdirSync(directory)
    const lock = { pid: 2 ** 22 + 1, startedAt: 'long ago', namespace }
    writeFileSync(join(directory, home, 'lock'), JSON.stringify(lock))
    const other = { ...lock, pid: process.ppid, startedAt: findProcess(process.ppid)?.startedAt }
    mkdirSync(join(directory, 'living'))
    writeFileSync(join(directory, 'living', '000001'), '')
    writeFileSync(join(directory, 'living', 'lock'), JSON.stringify(other))

    const second = open(directory)
    await second.adopt()
    expect(second.find(notes, '1')).toEqual(note(1))
    expect(second.state().segments).toBe(1)
    const segment = await second.next()
    if (segment) await second.remove(segment)
    await second.close()
    expect(readdirSync(directory)).toEqual(['living'])
  })

  test('behavior: a segment has no more records than its limit', async () => {
    const journal = open(join(root, 'segments'), { max: { segmentRecords: 2 } })
    await Promise.all([1, 2, 3, 4, 5].map((id) => journal.append(notes, note(id))))
    expect(journal.state()).toMatchObject({ records: 5, segments: 3 })
    await journal.close()
  })

  test('behavior: replays records in the order in which this process learned of them', async () => {
    const directory = join(root, 'order')
    const journal = open(directory)
    await journal.append(notes, note(1))
    const dead = open(directory, { now: () => unixMs(3) })
    await dead.append(notes, note(2))
    await dead.close()
    await journal.adopt()
    await journal.append(notes, note(3))
    expect(journal.state()).toEqual({ records: 3, segments: 3, oldestAt: 3 })
    expect((await takeAll(journal)).map(({ value }) => value)).toEqual([1, 2, 3].map(note))
    await journal.close()
  })

  test('behavior: a file that cannot be read holds up no other one', async () => {
    const directory = join(root, 'unreadable')
    const first = open(directory, { max: { segmentRecords: 1 } })
    await first.append(notes, note(1))
    await first.append(notes, note(2))
    await first.close()
    const later = open(directory)
    await later.append(notes, note(3))
    await later.close()
    const [home = ''] = readdirSync(directory)
    const path = join(directory, home, '000001')
    renameSync(path, join(root, 'aside'))
    mkdirSync(path)
    writeFileSync(join(directory, 'a-stray-file'), '')

    const { alerts, active } = recordAlerts()
    const journal = open(directory, { alerts })
    await journal.adopt()
    expect([...active]).toEqual([`journal_failing ${home}`])
    expect([1, 2, 3].map((id) => journal.find(notes, `${id}`)?.id)).toEqual([undefined, 2, 3])
    expect((await takeAll(journal)).map(({ value }) => value)).toEqual([note(2), note(3)])
    rmdirSync(path)
    renameSync(join(root, 'aside'), path)
    await journal.adopt()
    expect(journal.find(notes, '1')).toEqual(note(1))
    expect([...active]).toEqual([])
    await journal.close()
  })

  test('behavior: a directory that cannot be locked holds up no other one', async () => {
    const directory = join(root, 'unlockable')
    for (const id of [1, 2]) {
      const dead = open(directory)
      await dead.append(notes, note(id))
      await dead.close()
    }
    const [first = ''] = readdirSync(directory)
    let isBroken = true
    const lock = (path: string) => {
      if (isBroken && path.includes(first)) throw new Error('input/output error')
      return tryLock(path)
    }

    const { alerts, active } = recordAlerts()
    const journal = open(directory, { alerts, lock })
    await journal.adopt()
    expect(journal.find(notes, '2')).toEqual(note(2))
    expect(journal.find(notes, '1')).toBeNull()
    expect([...active]).toEqual([`journal_failing ${first}`])

    isBroken = false
    await journal.adopt()
    expect([...active]).toEqual([])
    expect((await takeAll(journal)).map(({ value }) => value)).toEqual([note(2), note(1)])
    await journal.close()
  })

  test('behavior: tries again when the directories cannot be listed', async () => {
    const directory = join(root, 'unlisted')
    const dead = open(directory)
    await dead.append(notes, note(1))
    await dead.close()
    let isBroken = true
    const list = (path: string) =>
      isBroken ? Promise.reject(new Error('input/output error')) : nodeFiles.list(path)

    const { alerts, active } = recordAlerts()
    const journal = open(directory, { alerts, files: { ...nodeFiles, list } })
    await journal.adopt()
    expect([...active]).toEqual(['journal_failing adopt'])
    isBroken = false
    await journal.adopt()
    expect([...active]).toEqual([])
    expect(journal.find(notes, '1')).toEqual(note(1))
    await journal.close()
  })

  test('behavior: adopts more than a million segments in their order', async () => {
    const files = createFaultyFiles()
    for (const name of ['1000000', '999999']) await files.create(`/data/journal/dead/${name}`)
    const segments = await recover(files)
    expect(segments.map(({ id }) => id)).toEqual(['dead/999999', 'dead/1000000'])
  })

  test('error: leaves nothing behind when its directory cannot be locked', async () => {
    const directory = join(root, 'no-lock')
    const lock = () => {
      throw new Error('no space left on device')
    }
    const journal = open(directory, { lock })
    await expect(journal.append(notes, note(1))).rejects.toBeInstanceOf(StoreUnavailable)
    expect(readdirSync(directory)).toEqual([])
    await journal.close()
  })

  test('error: a failed sync refuses the record and closes the segment', async () => {
    const files = createFaultyFiles()
    const journal = openJournal(files, 'one')
    await journal.append(notes, note(1))
    files.fail('sync', 1)
    const refused = journal.append(notes, note(2))
    await expect(refused).rejects.toBeInstanceOf(StoreUnavailable)
    expect(journal.find(notes, '2')).toBeNull()
    await journal.append(notes, note(3))
    expect(journal.state()).toMatchObject({ records: 2, segments: 2 })
    expect((await recover(files.cutPower(() => 0))).map(({ records }) => records.length)).toEqual([
      1, 1,
    ])
  })

  test('behavior: keeps the segments of another key until it is used again', async () => {
    const directory = join(root, 'other-key')
    const before = open(directory, { key: new Uint8Array(32).fill(8) })
    await before.append(notes, note(1))
    await before.close()
    const [home = ''] = readdirSync(directory)

    const { alerts, active } = recordAlerts()
    const journal = open(directory, { alerts })
    await journal.append(notes, note(2))
    await journal.adopt()
    expect([...active]).toEqual([`journal_failing ${home}`])
    expect((await takeAll(journal)).map(({ value }) => value)).toEqual([note(2)])
    await journal.close()
    expect(readdirSync(join(directory, home))).toEqual(['000001'])

    const repeatedJournal = open(directory, { key: new Uint8Array(32).fill(8) })
    await repeatedJournal.adopt()
    expect((await takeAll(repeatedJournal)).map(({ value }) => value)).toEqual([note(1)])
    await repeatedJournal.close()
    expect(readdirSync(directory)).toEqual([])
  })

  test('behavior: keeps segments of another key in a directory without the mark of its key', async () => {
    const directory = join(root, 'unmarked')
    const key = new Uint8Array(32).fill(8)
    const before = open(directory, { key })
    await before.append(notes, note(1))
    await before.close()
    const [home = ''] = readdirSync(directory)
    const bytes = readFileSync(join(directory, home, '000001'))
    const [unmarked = ''] = home.split('.')
    renameSync(join(directory, home), join(directory, unmarked))

    const { alerts, active } = recordAlerts()
    const journal = open(directory, { alerts })
    await journal.adopt()
    expect([...active]).toEqual([`journal_failing ${unmarked}`])
    expect(await journal.next()).toBeNull()
    await journal.close()
    expect(readFileSync(join(directory, unmarked, '000001'))).toEqual(bytes)
  })

  test('property: a power failure loses nothing that was acknowledged', {
    tags: 'slow',
  }, async () => {
    for (let seed = 0; seed < 200; seed += 1) await crash(seed)
  })

  test('property: damage is reported and costs no other record', { tags: 'slow' }, async () => {
    for (let seed = 0; seed < 200; seed += 1) await corrupt(seed)
  })
})
