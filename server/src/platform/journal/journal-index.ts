import type { JournalSlot } from './journal-slot.js'
import type { JournalRecord } from './segment.js'

/** Finds the records of the journal in memory. */
export type JournalIndex = {
  add(record: JournalRecord): void
  remove(record: JournalRecord): void
  /** Lists values in the order in which they were added. */
  list<Value>(slot: JournalSlot<Value>, key: string): Value[]
  size(): number
}

/** Creates an empty index. */
export function createJournalIndex(): JournalIndex {
  const all = new Set<JournalRecord>()
  const byKey = new Map<string, Set<JournalRecord>>()

  return {
    add(record) {
      all.add(record)
      for (const name of namesOf(record)) {
        const found = byKey.get(name)
        if (found) found.add(record)
        else byKey.set(name, new Set([record]))
      }
    },
    remove(record) {
      all.delete(record)
      for (const name of namesOf(record)) {
        const found = byKey.get(name)
        found?.delete(record)
        if (found?.size === 0) byKey.delete(name)
      }
    },
    list<Value>({ name }: JournalSlot<Value>, key: string) {
      const found = byKey.get(`${name} ${key}`)
      return found ? [...found].map(({ value }) => value as Value) : []
    },
    size: () => all.size,
  }
}

function namesOf({ kind, keys }: JournalRecord): string[] {
  return keys.map((key) => `${kind} ${key}`)
}
