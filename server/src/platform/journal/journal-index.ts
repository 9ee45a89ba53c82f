import type { Address } from '../../lib/hex.js'
import type { JournalRecord, SegmentOwner } from './segment.js'

/** Where the values of one kind are found in the journal. Its name identifies the kind on disk. */
export type JournalSlot<Value> = {
  name: string
  merchantOf: (value: Value) => Address
  /** The keys under which a value is found. */
  keysOf: (value: Value) => readonly string[]
  /** Whether a caller without a key sent it. Such values may fill only a part. Default: false. */
  isAnonymous?: (value: Value) => boolean
}

/** Finds the records of the journal in memory. */
export type JournalIndex = {
  add(record: JournalRecord): void
  remove(record: JournalRecord): void
  /** Lists values in the order in which they were added. */
  list<Value>(slot: JournalSlot<Value>, key: string): Value[]
  size(): number
  /** Counts the records of a merchant, or of all callers without a key. */
  countOf(who: SegmentOwner): number
}

/** Creates an empty index. */
export function createJournalIndex(): JournalIndex {
  const all = new Set<JournalRecord>()
  const byKey = new Map<string, Set<JournalRecord>>()
  const counts = new Map<SegmentOwner, number>()

  function count({ merchant, isAnonymous }: JournalRecord, change: 1 | -1): void {
    for (const who of isAnonymous ? [merchant, 'anonymous' as const] : [merchant]) {
      const count = (counts.get(who) ?? 0) + change
      if (count === 0) counts.delete(who)
      else counts.set(who, count)
    }
  }

  return {
    add(record) {
      all.add(record)
      count(record, 1)
      for (const name of namesOf(record)) {
        const records = byKey.get(name)
        if (records) records.add(record)
        else byKey.set(name, new Set([record]))
      }
    },
    remove(record) {
      if (!all.delete(record)) return
      count(record, -1)
      for (const name of namesOf(record)) {
        const records = byKey.get(name)
        records?.delete(record)
        if (records?.size === 0) byKey.delete(name)
      }
    },
    list<Value>({ name }: JournalSlot<Value>, key: string) {
      const records = byKey.get(`${name} ${key}`)
      return records ? [...records].map(({ value }) => value as Value) : []
    },
    size: () => all.size,
    countOf: (who) => counts.get(who) ?? 0,
  }
}

function namesOf({ kind, keys }: JournalRecord): string[] {
  return keys.map((key) => `${kind} ${key}`)
}
