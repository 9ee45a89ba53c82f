import type { Address } from '../../lib/hex.js'

/** Where the values of one kind are found in the journal. Its name identifies the kind on disk. */
export type JournalSlot<Value> = {
  name: string
  merchantOf: (value: Value) => Address
  /** The keys under which a value is found. */
  keysOf: (value: Value) => readonly string[]
  /** Whether the value comes from a caller without a key. Such values may fill only a part of the journal. False by default. */
  isAnonymous?: (value: Value) => boolean
}
