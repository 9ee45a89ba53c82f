import { deserialize } from 'node:v8'
import { AppError } from '../../lib/errors.js'
import type { UnixMs } from '../../lib/time.js'
import type { Context, TxContext } from '../context.js'
import type { DataSubject } from '../personal-data.js'
import { deriveKey } from '../secrets/derived-key.js'
import { unseal } from '../secrets/seal.js'
import {
  deleteQuarantined,
  deleteQuarantinedByKey,
  findQuarantinedForUpdate,
  listQuarantinedRows,
  type QuarantinedRecord,
} from './journal-store.js'
import { type AnyKind, quarantineLabel, replayRecords } from './replay-segment.js'
import type { JournalRecord } from './segment.js'

/**
 * Replays a quarantined record. `onRetry` runs in the same transaction.
 *
 * @throws {AppError} `not_found`, `conflict` when it still cannot be replayed.
 */
export async function retryQuarantined(
  ctx: Context,
  input: {
    id: string
    kinds: readonly AnyKind[]
    onRetry: (ctx: TxContext, record: QuarantinedRecord) => Promise<void>
  },
): Promise<void> {
  const { id, kinds, onRetry } = input
  await ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    const row = await findQuarantinedForUpdate(tx, id)
    if (!row) throw new AppError('not_found', 'No quarantined record has this id.')
    if (row.kind === 'damaged') {
      throw new AppError('conflict', 'The bytes are damaged, and no record can be read from them.')
    }
    const record = openRecord(deriveKey(ctx.config.masterKey, 'journal'), { id, record: row })
    const [outcome] = await replayRecords(inTx, kinds, [record])
    if (outcome?.reason) {
      throw new AppError('conflict', `The record cannot be replayed: ${outcome.reason}.`)
    }
    await deleteQuarantined(tx, id)
    await onRetry(inTx, row)
  })
}

/** Keeps a record that was sealed under another key. */
function openRecord(
  key: Uint8Array,
  { id, record }: { id: string; record: QuarantinedRecord & { sealed: Buffer } },
): JournalRecord {
  try {
    return deserialize(unseal(key, record.sealed, quarantineLabel(id))) as JournalRecord
  } catch (cause) {
    throw new AppError(
      'conflict',
      'The record was written under another MASTER_KEY. Start the service with that key, then retry.',
      { cause },
    )
  }
}

/** Deletes the quarantined records about receipts of a buyer, and returns how many there were. */
export async function eraseQuarantined(
  { db }: Pick<TxContext, 'db'>,
  { merchant, receiptIds }: Pick<DataSubject, 'merchant' | 'receiptIds'>,
): Promise<number> {
  if (receiptIds.length === 0) return 0
  const keys = receiptIds.map((id) => `receipt ${merchant} ${id}`)
  return deleteQuarantinedByKey(db, { merchant, keys })
}

/** Lists a page of records that could not be replayed, newest first. */
export async function listQuarantined(
  { db }: Pick<Context, 'db'>,
  { before, limit }: { before: { createdAt: UnixMs; id: string } | null; limit: number },
): Promise<{ records: QuarantinedRecord[]; next: { createdAt: UnixMs; id: string } | null }> {
  const rows = await listQuarantinedRows(db, { before, limit: limit + 1 })
  const records = rows.slice(0, limit)
  const last = rows.length > limit ? records.at(-1) : undefined
  return { records, next: last ? { createdAt: last.quarantinedAt, id: last.id } : null }
}
