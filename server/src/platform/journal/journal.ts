import type { Address } from '../../lib/hex.js'
import { SECOND_MS, type UnixMs } from '../../lib/time.js'
import type { Alerts } from '../alerts/alerts.js'
import { tryLock } from '../data-dir/lock-file.js'
import { StoreUnavailable } from '../db/store-unavailable.js'
import { createAdoption } from './adopt-homes.js'
import { type JournalFiles, nodeFiles } from './files.js'
import { type Amount, findRefusal } from './find-refusal.js'
import { createHome, type HeldSegment, type Home, leaveHome } from './home.js'
import type { JournalSlot } from './journal-index.js'
import { createJournalIndex } from './journal-index.js'
import { type OpenSegment, openSegment } from './open-segment.js'
import type { JournalRecord, Segment } from './segment.js'

/**
 * Writes that were accepted while the database was unavailable, on the disk of this process until
 * the replay moves them to the database.
 */
export type Journal = {
  /**
   * Accepts a value, which `list` and `find` return at once. Returns when it is on disk.
   *
   * @throws {StoreUnavailable} when the disk is full or fails, or the journal has reached its
   *   limit.
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
  /** Takes over the segments of dead processes. Leaves unreadable ones, with an alert. */
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
  max?: Partial<Bounds>
}

type Bounds = Amount & {
  /** The replay of a segment is one transaction. */
  segmentRecords: number
  segmentBytes: number
}

const bounds: Bounds = {
  segmentRecords: 500,
  segmentBytes: 4 * 1_048_576,
  records: 100_000,
  bytes: 64 * 1_048_576,
}

const maxBatch = 256

type WaitingRecord = { record: JournalRecord; resolve: () => void; reject: (error: Error) => void }

/** Creates the journal of this process. Nothing is on disk before the first record. */
export function createJournal(options: JournalOptions): Journal {
  const { directory, key, now, alerts, files = nodeFiles, lock = tryLock } = options
  const place = { directory, key, files, lock }
  const max = { ...bounds, ...options.max }
  const index = createJournalIndex()
  const homes = new Map<string, Home>()
  let segments: HeldSegment[] = []
  let ownHome: Home | null = null
  let openSegmentFile: OpenSegment | null = null
  let segmentCount = 0
  const queue: WaitingRecord[] = []
  /** The values that are not on disk yet. */
  const writing = new Map<unknown, Promise<void>>()
  let isWriting = false
  let last: Promise<unknown> = Promise.resolve()
  const isHeld = (name: string) => homes.has(name)
  const adopt = createAdoption({ ...place, alerts, isHeld, hold })

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
      while (queue.length > 0) await inOrder(() => write(queue.splice(0, batchSize())))
    } finally {
      isWriting = false
    }
  }

  function batchSize(): number {
    return Math.min(maxBatch, max.segmentRecords - (openSegmentFile?.segment.records.length ?? 0))
  }

  async function write(batch: WaitingRecord[]): Promise<void> {
    try {
      openSegmentFile ??= await openNext()
      await openSegmentFile.append(batch.map(({ record }) => record))
    } catch (error) {
      for (const { record } of batch) index.remove(record)
      await abandonOpen()
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
    const { records, bytes } = openSegmentFile.segment
    if (records.length >= max.segmentRecords || bytes >= max.segmentBytes) await closeOpen()
  }

  async function openNext(): Promise<OpenSegment> {
    ownHome ??= await createOwnHome()
    segmentCount += 1
    const name = String(segmentCount).padStart(6, '0')
    const opened = await openSegment({ files, key }, { home: ownHome, name })
    segments.push(opened.segment)
    return opened
  }

  async function createOwnHome(): Promise<Home> {
    const home = await createHome(place, options.newId())
    homes.set(home.name, home)
    return home
  }

  async function closeOpen(): Promise<void> {
    const closing = openSegmentFile
    openSegmentFile = null
    await closing?.close()
  }

  async function abandonOpen(): Promise<void> {
    if (!openSegmentFile) return
    const { segment } = openSegmentFile
    await openSegmentFile.abandon()
    openSegmentFile = null
    if (segment.records.length === 0) await forget(segment)
    if (segment.home.lock.isHeld()) return
    // The other process replays everything in this directory.
    for (const segmentToDrop of segments.filter(({ home }) => home === segment.home))
      drop(segmentToDrop)
    segment.home.lock.release()
    homes.delete(segment.home.name)
    ownHome = null
  }

  function drop(segment: HeldSegment): void {
    segments = segments.filter((other) => other !== segment)
    for (const record of segment.records) index.remove(record)
  }

  async function forget(segment: HeldSegment): Promise<void> {
    drop(segment)
    await files.remove(segment.path).catch(() => {})
    const { home } = segment
    if (home === ownHome || segments.some((segment) => segment.home === home)) return
    homes.delete(home.name)
    await leaveHome(files, home)
  }

  async function hold(adopted: readonly HeldSegment[]): Promise<void> {
    if (adopted.length === 0) return
    // A later record may refer to an adopted one, so it belongs in a later segment.
    await closeOpen()
    for (const segment of adopted) {
      homes.set(segment.home.name, segment.home)
      segments.push(segment)
      for (const record of segment.records) index.add(record)
    }
  }

  function findOldest(): UnixMs | null {
    const times = segments.flatMap(({ records: [first] }) => (first ? [first.at] : []))
    return times.reduce<UnixMs | null>((a, b) => (a === null || b < a ? b : a), null)
  }

  function requireBelowLimit(merchant: Address, isAnonymous: boolean): void {
    const total = { records: index.size(), bytes: 0 }
    const ofMerchant = { records: index.countOf(merchant), bytes: 0 }
    const anonymous = { records: index.countOf('anonymous'), bytes: 0 }
    for (const { bytes, bytesOf } of segments) {
      total.bytes += bytes
      ofMerchant.bytes += bytesOf.get(merchant) ?? 0
      anonymous.bytes += bytesOf.get('anonymous') ?? 0
    }
    const refused = findRefusal({ max, total, anonymous, ofMerchant, isAnonymous })
    if (!refused) return
    const owner = refused.key === 'share' ? { merchant } : {}
    alerts.raise({ name: 'journal_failing', ...refused, ...owner })
    throw refusal(new Error(refused.message), refused.key === 'share' ? shareFilled : undefined)
  }

  return {
    async append(slot, value) {
      const merchant = slot.merchantOf(value)
      const isAnonymous = slot.isAnonymous?.(value) ?? false
      requireBelowLimit(merchant, isAnonymous)
      const record: JournalRecord = {
        kind: slot.name,
        merchant,
        keys: slot.keysOf(value),
        at: now(),
        value,
        ...(isAnonymous && { isAnonymous }),
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
      oldestAt: findOldest(),
    }),
    adopt: () => inOrder(adopt),
    next: () =>
      inOrder(async () => {
        const [first] = segments
        if (first && openSegmentFile?.segment === first) await closeOpen()
        return first ?? null
      }),
    remove: (segment) =>
      inOrder(async () => {
        const existing = segments.find(({ id }) => id === segment.id)
        if (existing) await forget(existing)
        for (const key of ['full', 'share']) alerts.resolve('journal_failing', key)
      }),
    close: () =>
      inOrder(async () => {
        await closeOpen()
        for (const home of homes.values()) {
          home.lock.release()
          if (!segments.some((segment) => segment.home === home))
            await files.removeDirectory(home.path)
        }
        homes.clear()
      }),
  }
}

/** Other merchants can still sell, so the caller learns why. */
const shareFilled = {
  message:
    'The data store is unavailable, and this merchant has filled its part of the journal. Retry after the outage.',
  retryAfterMs: 30 * SECOND_MS,
}

/** Otherwise the caller learns only that the service cannot store anything now. */
function refusal(cause: unknown, advice?: typeof shareFilled): StoreUnavailable {
  return new StoreUnavailable({ mayHaveCommitted: false, cause, ...advice })
}
