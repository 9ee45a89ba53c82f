import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import { toTime, toTimeOrNull } from '../db/columns.js'
import type { Queryable } from '../db/db.js'

/** A record that could not be replayed. */
export type Quarantined = {
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

export type SealedRecord = Quarantined & { sealed: Buffer }

/** Marks a segment as replayed. Returns false when it was before. */
export async function insertSegment(
  db: Queryable,
  { id, now }: { id: string; now: UnixMs },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'insert into journal_segments (id, replayed_at) values ($1, $2) on conflict (id) do nothing',
    [id, now],
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
  for (const one of records) {
    await db.query(
      `insert into journal_quarantine
         (id, kind, merchant, keys, reason, accepted_at, quarantined_at, sealed)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (id) do nothing`,
      [
        one.id,
        one.kind,
        one.merchant,
        one.keys,
        one.reason,
        one.acceptedAt,
        one.quarantinedAt,
        one.sealed,
      ],
    )
  }
}

type Row = {
  id: string
  kind: string
  merchant: Address | null
  keys: string[]
  reason: string
  accepted_at: string | null
  quarantined_at: string
}

const columns = 'id, kind, merchant, keys, reason, accepted_at, quarantined_at'

/** Lists quarantined records before a position, newest first. */
export async function listQuarantinedRows(
  db: Queryable,
  { before, limit }: { before: { createdAt: UnixMs; id: string } | null; limit: number },
): Promise<Quarantined[]> {
  const { rows } = await db.query<Row>(
    `select ${columns} from journal_quarantine
     where $1::bigint is null or (quarantined_at, id) < ($1, $2)
     order by quarantined_at desc, id desc limit $3`,
    [before?.createdAt ?? null, before?.id ?? null, limit],
  )
  return rows.map(toQuarantined)
}

/** Returns a quarantined record and locks it until the transaction ends. */
export async function findQuarantinedForUpdate(
  db: Queryable,
  id: string,
): Promise<SealedRecord | null> {
  const { rows } = await db.query<Row & { sealed: Buffer }>(
    `select ${columns}, sealed from journal_quarantine where id = $1 for update`,
    [id],
  )
  return rows[0] ? { ...toQuarantined(rows[0]), sealed: rows[0].sealed } : null
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

function toQuarantined(row: Row): Quarantined {
  return {
    id: row.id,
    kind: row.kind,
    merchant: row.merchant,
    keys: row.keys,
    reason: row.reason,
    acceptedAt: toTimeOrNull(row.accepted_at),
    quarantinedAt: toTime(row.quarantined_at),
  }
}
