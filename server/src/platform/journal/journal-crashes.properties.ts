import { randomBytes } from 'node:crypto'
import { createFaultyFiles, type FaultyFiles } from '../../../test/fixtures/faulty-files.js'
import type { Address } from '../../lib/hex.js'
import { unixMs } from '../../lib/time.js'
import { createJournal, type Journal } from './journal.js'
import type { JournalSlot } from './journal-index.js'
import type { Segment } from './segment.js'

export const notes: JournalSlot<{ id: number; text: string }> = {
  name: 'note',
  merchantOf: () => `0x${'11'.repeat(20)}` as Address,
  keysOf: ({ id }) => [String(id)],
}

const key = randomBytes(32)
const noLock = () => ({ isHeld: () => true, release: () => {} })

/** Opens the journal of a new process on a file system. */
export function openJournal(files: FaultyFiles, name: string): Journal {
  return createJournal({
    directory: '/data/journal',
    key,
    newId: () => name,
    now: () => unixMs(1),
    alerts: { raise: () => {}, resolve: () => {} },
    files,
    lock: noLock,
    max: { segmentRecords: 7 },
  })
}

/** Returns everything that another process finds after a crash. */
export async function recover(files: FaultyFiles): Promise<Segment[]> {
  const journal = openJournal(files, 'next')
  await journal.adopt()
  const segments: Segment[] = []
  for (let record = await journal.next(); record; record = await journal.next()) {
    segments.push(record)
    await journal.remove(record)
  }
  return segments
}

/** Returns a generator of numbers from 0 to 1 that a seed determines. */
function randomOf(seed: number): () => number {
  let state = seed + 0x6d2b79f5
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Appends in groups while operations fail at random. Returns the acknowledged ids. */
async function load(files: FaultyFiles, random: () => number): Promise<number[]> {
  const journal = openJournal(files, 'first')
  const acknowledged: number[] = []
  const rounds = 1 + Math.floor(random() * 6)
  let id = 0
  for (let round = 0; round < rounds; round += 1) {
    const fate = random()
    if (fate < 0.15) files.fail('sync', 1)
    else if (fate < 0.3) files.fail('append', 1, 'ENOSPC')
    const group = Array.from({ length: 1 + Math.floor(random() * 8) }, async () => {
      id += 1
      const ownId = id
      const text = 'x'.repeat(Math.floor(random() * 300))
      await journal.append(notes, { id: ownId, text }).then(
        () => acknowledged.push(ownId),
        () => {},
      )
    })
    // The last group may be interrupted before its sync.
    if (round < rounds - 1 || random() < 0.5) await Promise.all(group)
    else await Promise.race([Promise.all(group), tick(Math.floor(random() * 6))])
  }
  return [...acknowledged]
}

async function tick(times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) await null
}

const idsOf = (segments: readonly Segment[]) =>
  segments.flatMap(({ records }) => records.map(({ value }) => (value as { id: number }).id))

/** Cuts the power during load. Every acknowledged record must be found once. */
export async function crash(seed: number): Promise<void> {
  const random = randomOf(seed)
  const files = createFaultyFiles()
  const acknowledged = await load(files, random)
  const recoveredIds = idsOf(await recover(files.cutPower(random)))
  const missingAcknowledged = acknowledged.filter((id) => !recoveredIds.includes(id))
  if (missingAcknowledged.length > 0)
    throw new Error(`seed ${seed} lost ${missingAcknowledged.join(', ')}`)
  if (new Set(recoveredIds).size !== recoveredIds.length)
    throw new Error(`seed ${seed} repeated a record`)
}

/**
 * Damages synced bytes. Flipped bits must be reported and cost at most one record each. A file that
 * was cut off keeps the records before the cut.
 */
export async function corrupt(seed: number): Promise<void> {
  const random = randomOf(seed)
  const files = createFaultyFiles()
  const acknowledged = await load(files, random)
  const remainingFaultyFiles = files.cutPower(() => 0)
  const flips = Math.floor(random() * 4)
  for (let n = 0; n < flips; n += 1) remainingFaultyFiles.flip(random)
  if (flips === 0) remainingFaultyFiles.cut(random)
  const segments = await recover(remainingFaultyFiles)
  const segmentIds = idsOf(segments)
  const missingAcknowledged = acknowledged.filter((id) => !segmentIds.includes(id))
  const damage = segments.flatMap((segment) => segment.damage)
  if (flips > 0 && missingAcknowledged.length > flips)
    throw new Error(`seed ${seed} lost ${missingAcknowledged.join()}`)
  if (flips > 0 && missingAcknowledged.length > 0 && damage.length === 0) {
    throw new Error(`seed ${seed} did not report a flip`)
  }
  // A segment has up to seven records.
  if (flips === 0 && missingAcknowledged.length > 7)
    throw new Error(`seed ${seed} lost another segment`)
}
