import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { UnixMs } from '../../lib/time.js'
import type { Alerts } from '../alerts/alerts.js'
import { type LockFile, tryLock } from '../data-dir/lock-file.js'
import { StoreUnavailable } from '../db/store-unavailable.js'
import { type JournalFile, type JournalFiles, nodeFiles } from './files.js'
import { createJournalIndex } from './journal-index.js'
import type { JournalSlot } from './journal-slot.js'
import { type Damage, type JournalRecord, readSegment, writeRecord } from './segment.js'

/** A file of the journal that waits for its replay. */
export type Segment = {
  /** Unique among all processes. */
  id: string
  records: readonly JournalRecord[]
  damage: readonly Damage[]
}

/**
 * Writes that were accepted while the database was unavailable, on the disk of this process until the replay moves them
 * to the database.
 */
export type Journal = {
  /**
   * Accepts a value. Returns when it is on disk, and finds it from now on.
   *
   * @throws {StoreUnavailable} when the disk is full or fails, or too much waits already.
   */
  append<Value>(slot: JournalSlot<Value>, value: Value): Promise<void>
  /** Lists the values of a kind under a key that are not replayed yet, oldest first. */
  list<Value>(slot: JournalSlot<Value>, key: string): Value[]
  /** Returns the newest value of a kind under a key that is not replayed yet, or null. */
  find<Value>(slot: JournalSlot<Value>, key: string): Value | null
  /** Returns the newest value as soon as it is on disk, or null. */
  findWritten<Value>(slot: JournalSlot<Value>, key: string): Promise<Value | null>
  /** Returns how many records and segments wait, and when the oldest record was accepted. */
  state(): { records: number; segments: number; oldestAt: UnixMs | null }
  /** Takes over the segments of dead processes. Those that cannot be read are left for the next time, with an alert. */
  adopt(): Promise<void>
  /** Returns the oldest segment, which gets no more records, or null. */
  next(): Promise<Segment | null>
  /** Deletes a segment that was replayed. */
  remove(segment: Segment): Promise<void>
  /** Closes the files. Segments that are left wait for another process. */
  close(): Promise<void>
}

export type JournalOptions = {
  directory: string
  /** Encrypts the records. */
  key: Uint8Array
  /** A new id for the directory of this process. */
  newId: () => string
  now: () => UnixMs
  alerts: Pick<Alerts, 'raise' | 'resolve'>
  files?: JournalFiles
  lock?: typeof tryLock
  most?: Partial<Bounds>
}

type Bounds = {
  /** The replay of a segment is one transaction. */
  segmentRecords: number
  segmentBytes: number
  records: number
  bytes: number
}

const bounds: Bounds = {
  segmentRecords: 500,
  segmentBytes: 4 * 1_048_576,
  records: 100_000,
  bytes: 64 * 1_048_576,
}

/** The part of the journal that values of anonymous callers may fill, so that they cannot stop callers with a key. */
const anonymousShare = 0.5

const maxBatch = 256
const lockName = 'lock'
const segmentName = /^\d{6,}$/

/** A directory of segments that this process holds. */
type Home = { name: string; path: string; lock: LockFile }
type OwnSegment = Segment & { records: JournalRecord[]; home: Home; path: string; bytes: number }
type OpenSegment = { segment: OwnSegment; file: JournalFile; length: number }
type Waiting = { record: JournalRecord; resolve: () => void; reject: (error: Error) => void }

/** Creates the journal of this process. Nothing is on disk before the first record. */
export function createJournal(options: JournalOptions): Journal {
  const { directory, key, now, alerts, files = nodeFiles, lock = tryLock } = options
  const most = { ...bounds, ...options.most }
  const index = createJournalIndex()
  const homes = new Map<string, Home>()
  /** Why a directory could not be read, or not all of it. */
  const unread = new Map<string, unknown>()
  let segments: OwnSegment[] = []
  let own: Home | null = null
  let open: OpenSegment | null = null
  let made = 0
  const queue: Waiting[] = []
  /** The values that are not on disk yet. */
  const writing = new Map<unknown, Promise<void>>()
  let isWriting = false
  let last: Promise<unknown> = Promise.resolve()

  /** Runs one operation on files at a time. */
  function inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }

  async function writeQueue(): Promise<void> {
    if (isWriting) return
    isWriting = true
    // Records that arrive during a sync share the next one.
    try {
      while (queue.length > 0) await inOrder(() => write(queue.splice(0, maxBatch)))
    } finally {
      isWriting = false
    }
  }

  async function write(batch: Waiting[]): Promise<void> {
    try {
      open ??= await openSegment()
      const { segment, file } = open
      let length = open.length
      const frames = batch.map(({ record }) => {
        const frame = writeRecord(key, record, { segment: segment.id, offset: length })
        length += frame.length
        return frame
      })
      await file.append(Buffer.concat(frames))
      await file.sync()
      if (!segment.home.lock.isHeld()) throw new Error('another process took over the journal')
      open.length = length
      segment.bytes = length
      segment.records.push(...batch.map(({ record }) => record))
    } catch (error) {
      for (const { record } of batch) index.remove(record)
      await abandon()
      alerts.raise({
        name: 'journal_failing',
        message: 'the journal cannot be written',
        err: error,
      })
      for (const { reject } of batch) reject(refusal(error))
      return
    }
    for (const { resolve } of batch) resolve()
    alerts.resolve('journal_failing')
    const { length, segment } = open
    if (segment.records.length >= most.segmentRecords || length >= most.segmentBytes) {
      await closeOpen()
    }
  }

  async function openSegment(): Promise<OpenSegment> {
    own ??= await makeHome()
    made += 1
    const name = String(made).padStart(6, '0')
    const path = join(own.path, name)
    const file = await files.create(path)
    const id = `${own.name}/${name}`
    const segment: OwnSegment = { id, records: [], damage: [], home: own, path, bytes: 0 }
    segments.push(segment)
    return { segment, file, length: 0 }
  }

  async function makeHome(): Promise<Home> {
    const name = options.newId()
    const path = join(directory, name)
    await files.makeDirectory(path)
    try {
      const held = lock(join(path, lockName))
      if (!('release' in held)) throw new Error('the journal of this process is locked')
      const home = { name, path, lock: held }
      homes.set(name, home)
      return home
    } catch (error) {
      // The next request tries again with another one.
      await files.removeDirectory(path)
      throw error
    }
  }

  async function closeOpen(): Promise<void> {
    const closing = open
    open = null
    await closing?.file.close().catch(() => {})
  }

  /** Gives up the open segment: after a failed sync, a later one says nothing about these bytes. */
  async function abandon(): Promise<void> {
    if (!open) return
    const { segment, file, length } = open
    await file.truncate(length).catch(() => {})
    await closeOpen()
    if (segment.records.length === 0) await forget(segment)
    if (segment.home.lock.isHeld()) return
    // The other process replays everything in this directory.
    for (const lost of segments.filter(({ home }) => home === segment.home)) drop(lost)
    homes.delete(segment.home.name)
    own = null
  }

  function drop(segment: OwnSegment): void {
    segments = segments.filter((one) => one !== segment)
    for (const record of segment.records) index.remove(record)
  }

  async function forget(segment: OwnSegment): Promise<void> {
    drop(segment)
    await files.remove(segment.path).catch(() => {})
    const { home } = segment
    if (home === own || segments.some((one) => one.home === home)) return
    await leave(home)
  }

  async function leave(home: Home): Promise<void> {
    home.lock.release()
    homes.delete(home.name)
    await files.removeDirectory(home.path)
  }

  async function adoptHome(name: string): Promise<void> {
    const path = join(directory, name)
    // Its process is about to lock an empty directory.
    if ((await files.list(path)).length === 0) return
    const held = await takeLock(join(path, lockName))
    if (!held) return
    const home = { name, path, lock: held }
    homes.set(name, home)
    const names = (await files.list(path)).filter((file) => segmentName.test(file))
    const errors: unknown[] = []
    for (const file of names.sort((a, b) => Number(a) - Number(b))) {
      await readAdopted(home, file).catch((error) => errors.push(error))
    }
    // A directory that was left is adopted again, with what could not be read.
    if (!segments.some((one) => one.home === home)) await leave(home)
    if (errors.length > 0) throw errors[0]
  }

  async function adopt(): Promise<void> {
    unread.delete(directory)
    await adoptHomes().catch((error) => unread.set(directory, error))
    const [err] = unread.values()
    if (unread.size === 0) return alerts.resolve('journal_failing', 'adopt')
    const message = 'a part of the journal cannot be read'
    alerts.raise({ name: 'journal_failing', key: 'adopt', message, err })
  }

  async function adoptHomes(): Promise<void> {
    const names = await files.list(directory)
    for (const name of unread.keys()) if (!names.includes(name)) unread.delete(name)
    for (const name of names) {
      if (homes.has(name)) continue
      await adoptHome(name).then(
        () => unread.delete(name),
        (error) => unread.set(name, error),
      )
    }
  }

  async function readAdopted(home: Home, file: string): Promise<void> {
    const path = join(home.path, file)
    const bytes = await files.read(path)
    const id = `${home.name}/${file}`
    const { records, damage } = readSegment(key, id, bytes)
    const segment = { id, records, damage, home, path, bytes: bytes.length }
    for (const record of records) index.add(record)
    segments.push(segment)
  }

  async function takeLock(path: string): Promise<LockFile | null> {
    const held = lock(path)
    if ('release' in held) return held
    if (held.state !== 'gone') return null
    await sleep(50)
    const again = lock(path)
    return 'release' in again ? again : null
  }

  function requireRoom({ isAnonymous }: { isAnonymous: boolean }): void {
    const share = isAnonymous ? anonymousShare : 1
    const bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0)
    if (index.size() < most.records * share && bytes < most.bytes * share) return
    const message = isAnonymous
      ? 'the journal has no room for orders without a key'
      : 'the journal is full'
    alerts.raise({ name: 'journal_failing', key: 'full', message })
    throw refusal(new Error(message))
  }

  return {
    async append(slot, value) {
      requireRoom({ isAnonymous: slot.isAnonymous?.(value) ?? false })
      const record = {
        kind: slot.name,
        merchant: slot.merchantOf(value),
        keys: slot.keysOf(value),
        at: now(),
        value,
      }
      // At once, so that concurrent requests see each other.
      index.add(record)
      const written = new Promise<void>((resolve, reject) =>
        queue.push({ record, resolve, reject }),
      )
      writing.set(value, written)
      void writeQueue()
      await written.finally(() => writing.delete(value))
    },
    list: (slot, key) => index.list(slot, key),
    find: (slot, key) => index.list(slot, key).at(-1) ?? null,
    async findWritten(slot, key) {
      const value = index.list(slot, key).at(-1) ?? null
      // A value that cannot be written is not found afterwards.
      await writing.get(value)?.catch(() => {})
      return index.list(slot, key).at(-1) === value ? value : null
    },
    state: () => ({
      records: index.size(),
      segments: segments.length,
      oldestAt: segments.find(({ records }) => records.length > 0)?.records[0]?.at ?? null,
    }),
    adopt: () => inOrder(adopt),
    next: () =>
      inOrder(async () => {
        const [first] = segments
        if (first && open?.segment === first) await closeOpen()
        return first ?? null
      }),
    remove: (segment) =>
      inOrder(async () => {
        const known = segments.find(({ id }) => id === segment.id)
        if (known) await forget(known)
        alerts.resolve('journal_failing', 'full')
      }),
    close: () =>
      inOrder(async () => {
        await closeOpen()
        for (const home of homes.values()) {
          home.lock.release()
          if (!segments.some((one) => one.home === home)) await files.removeDirectory(home.path)
        }
        homes.clear()
      }),
  }
}

/** The caller learns only that the service cannot store anything now. */
function refusal(cause: unknown): StoreUnavailable {
  return new StoreUnavailable({ mayHaveCommitted: false, cause })
}
