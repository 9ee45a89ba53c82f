import { deserialize, serialize } from 'node:v8'
import { crc32 } from 'node:zlib'
import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import { seal, unseal } from '../secrets/seal.js'

/** A record of a segment: the name of its kind, the keys that find it, and its value. */
export type JournalRecord = {
  kind: string
  merchant: Address
  keys: readonly string[]
  at: UnixMs
  value: unknown
  /** Set when it comes from a caller without a key. */
  isAnonymous?: true
}

/** Whose bytes are counted: those of a merchant, or of all callers without a key. */
export type SegmentOwner = Address | 'anonymous'

/**
 * Bytes that are not a record. `torn` is the end of an append that a crash interrupted: no response
 * has promised it. `corrupt` is anything else.
 */
type Damage = { kind: 'torn' | 'corrupt'; offset: number; bytes: Buffer }

/** A file of the journal that waits for its replay. */
export type Segment = {
  /** Unique among all processes. */
  id: string
  records: readonly JournalRecord[]
  damage: readonly Damage[]
}

type Place = { segment: string; offset: number }

/** Each record starts with these bytes, so that reading can continue after a damaged one. */
const mark = Buffer.from([0xa7, 0x54, 0x4a, 0x31])
/** Mark, length of the sealed record, and checksum of both. */
const headerBytes = 12

/** Returns the bytes of a record, encrypted and authenticated together with its place. */
export function writeRecord(key: Uint8Array, record: JournalRecord, place: Place): Buffer {
  const sealed = seal(key, serialize(record), labelOf(place))
  const header = Buffer.alloc(headerBytes)
  mark.copy(header)
  header.writeUInt32LE(sealed.length, 4)
  header.writeUInt32LE(crc32(header.subarray(0, 8)), 8)
  return Buffer.concat([header, sealed])
}

/** Reads a segment to its end, past damage, and returns the bytes of each merchant's records. */
export function readSegment(
  key: Uint8Array,
  segment: string,
  bytes: Buffer,
): Omit<Segment, 'id'> & { bytesOf: Map<SegmentOwner, number> } {
  const records: JournalRecord[] = []
  const damage: Damage[] = []
  const bytesOf = new Map<SegmentOwner, number>()
  let offset = 0
  while (offset < bytes.length) {
    const end = endOf(bytes, offset)
    const record =
      end === null ? null : readRecord(key, bytes.subarray(offset, end), { segment, offset })
    if (end !== null && record) {
      records.push(record)
      addBytes(bytesOf, record, end - offset)
      offset = end
      continue
    }
    const next = findNext(key, bytes, { segment, offset: offset + 1 })
    const remainder = bytes.subarray(offset, next)
    const isTorn = next === bytes.length && isInterrupted(remainder)
    damage.push({ kind: isTorn ? 'torn' : 'corrupt', offset, bytes: remainder })
    offset = next
  }
  return { records, damage, bytesOf }
}

/** Counts the bytes of a record. */
export function addBytes(
  bytesOf: Map<SegmentOwner, number>,
  { merchant, isAnonymous }: JournalRecord,
  bytes: number,
): void {
  for (const who of isAnonymous ? [merchant, 'anonymous' as const] : [merchant]) {
    bytesOf.set(who, (bytesOf.get(who) ?? 0) + bytes)
  }
}

/** Returns where the record at an offset ends, or null if it is damaged or incomplete. */
function endOf(bytes: Buffer, offset: number): number | null {
  if (!hasHeader(bytes, offset)) return null
  const end = offset + headerBytes + bytes.readUInt32LE(offset + 4)
  return end <= bytes.length ? end : null
}

function hasHeader(bytes: Buffer, offset: number): boolean {
  if (bytes.length - offset < headerBytes) return false
  const header = bytes.subarray(offset, offset + headerBytes)
  return (
    mark.equals(header.subarray(0, 4)) && crc32(header.subarray(0, 8)) === header.readUInt32LE(8)
  )
}

function readRecord(key: Uint8Array, frame: Buffer, place: Place): JournalRecord | null {
  try {
    return deserialize(unseal(key, frame.subarray(headerBytes), labelOf(place))) as JournalRecord
  } catch {
    return null
  }
}

/** Returns the offset of the next intact record, or the end. */
function findNext(key: Uint8Array, bytes: Buffer, { segment, offset }: Place): number {
  for (let at = bytes.indexOf(mark, offset); at !== -1; at = bytes.indexOf(mark, at + 1)) {
    const end = endOf(bytes, at)
    if (end !== null && readRecord(key, bytes.subarray(at, end), { segment, offset: at })) return at
  }
  return bytes.length
}

/** Returns whether bytes may be the start of one record, or space that was never written. */
function isInterrupted(tail: Buffer): boolean {
  if (tail.every((byte) => byte === 0)) return true
  if (tail.length < headerBytes) return mark.subarray(0, tail.length).equals(tail.subarray(0, 4))
  return hasHeader(tail, 0) && endOf(tail, 0) === null
}

function labelOf({ segment, offset }: Place): string {
  return `journal ${segment} ${offset}`
}
