import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Queryable } from '../db/db.js'
import { defineColumns } from '../db/define-columns.js'

/** A record that could not be replayed. */
export type QuarantinedRecord = {
  id: string
  /** The kind of the record, or `damaged`. */
  kind: string
  /** Null for damaged bytes. */
  merchant: Address | null
  keys: readonly string[]
  reason: string
  acceptedAt: UnixMs | null
  quarantinedAt: UnixMs
}

export type SealedRecord = QuarantinedRecord & { sealed: Buffer }

/** Marks a segment as replayed. Returns false when it was before. */
export async function insertSegment(
  db: Queryable,
  { id, replayedAt }: { id: string; replayedAt: UnixMs },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'insert into journal_segments (id, replayed_at) values ($1, $2) on conflict (id) do nothing',
    [id, replayedAt],
  )
  return rowCount === 1
}

/** Deletes the marks of segments replayed before `before`, and returns how many. */
export async function deleteOldSegments(db: Queryable, before: UnixMs): Promise<number> {
  const { rowCount } = await db.query('delete from journal_segments where replayed_at < $1', [
    before,
  ])
  return rowCount
}

export async function insertQuarantined(
  db: Queryable,
  records: readonly SealedRecord[],
): Promise<void> {
  for (const record of records) {
    await db.query(
      `insert into journal_quarantine (${sealedColumns.names}) values (${sealedColumns.placeholders})
       on conflict (id) do nothing`,
      sealedColumns.paramsOf(record),
    )
  }
}

const quarantineColumns = defineColumns<QuarantinedRecord>({
  id: 'text',
  kind: 'text',
  merchant: 'text',
  keys: 'texts',
  reason: 'text',
  acceptedAt: 'time',
  quarantinedAt: 'time',
})
const sealedColumns = quarantineColumns.with<{ sealed: Buffer }>({ sealed: 'bytes' })

/** Lists quarantined records before a position, newest first. */
export async function listQuarantinedRows(
  db: Queryable,
  { before, limit }: { before: { createdAt: UnixMs; id: string } | null; limit: number },
): Promise<QuarantinedRecord[]> {
  return quarantineColumns.list(
    db,
    `select ${quarantineColumns.fields} from journal_quarantine
     where $1::bigint is null or (quarantined_at, id) < ($1, $2)
     order by quarantined_at desc, id desc limit $3`,
    [before?.createdAt ?? null, before?.id ?? null, limit],
  )
}

/** Returns a quarantined record and locks it until the transaction ends. */
export async function findQuarantinedForUpdate(
  db: Queryable,
  id: string,
): Promise<SealedRecord | null> {
  return sealedColumns.find(
    db,
    `select ${sealedColumns.fields} from journal_quarantine where id = $1 for update`,
    [id],
  )
}

export async function deleteQuarantined(db: Queryable, id: string): Promise<void> {
  await db.query('delete from journal_quarantine where id = $1', [id])
}

/** Deletes the records quarantined before `before`, and returns how many. */
export async function deleteOldQuarantined(db: Queryable, before: UnixMs): Promise<number> {
  const { rowCount } = await db.query('delete from journal_quarantine where quarantined_at < $1', [
    before,
  ])
  return rowCount
}

/** Deletes a merchant's quarantined records with one of these keys, and returns how many. */
export async function deleteQuarantinedByKey(
  db: Queryable,
  { merchant, keys }: { merchant: Address; keys: readonly string[] },
): Promise<number> {
  const { rowCount } = await db.query(
    'delete from journal_quarantine where merchant = $1 and keys && $2',
    [merchant, keys],
  )
  return rowCount
}

/** Counts quarantined records. */
export async function countQuarantined(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: string }>('select count(*) from journal_quarantine')
  return Number(rows[0]?.count ?? 0)
}
