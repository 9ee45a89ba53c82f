import type { Address } from '../../lib/hex.js'

/** Where the values of one kind are found in the journal. Its name identifies the kind on disk. */
export type JournalSlot<Value> = {
  name: string
  merchantOf: (value: Value) => Address
  /** The keys under which a value is found. */
  keysOf: (value: Value) => readonly string[]
  /** Whether anyone could cause a value. Such values must leave room for others. By default none is. */
  isAnonymous?: (value: Value) => boolean
}
