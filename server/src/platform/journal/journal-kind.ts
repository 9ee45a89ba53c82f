import type { UnixMs } from '../../lib/time.js'
import type { TxContext } from '../context.js'
import type { JournalSlot } from './journal-index.js'

/** A value in the journal, and when it was accepted. */
export type JournalEntry<Value> = { value: Value; at: UnixMs }

/** One kind of write that is accepted while the database is unavailable. */
export type JournalKind<Value> = JournalSlot<Value> & {
  /**
   * Writes values to the database, in one transaction with all others of a segment. Returns for
   * each null, or why it conflicts with the database. Must have the same result when repeated.
   */
  replay: (
    ctx: TxContext,
    entries: readonly JournalEntry<Value>[],
  ) => Promise<readonly (string | null)[]>
}
