import type { Address } from '../../lib/hex.js'
import { MINUTE_MS, type UnixMs } from '../../lib/time.js'
import { databaseNow, databaseNowOnce, toTime } from '../db/columns.js'
import type { Queryable } from '../db/db.js'
import { repeatWhileFull } from '../jobs/process-in-batches.js'
import type { Job } from '../jobs/run-jobs.js'
import type { LiveChange, LiveKind } from './live-change.js'

const insertion =
  'insert into live_changes (merchant, kind, object_id, change, person, recorded_at)'

/** Changes of merchants without open screens are not recorded. */
const isFollowed = (source: string) =>
  `exists (select from live_followers where live_followers.merchant = ${source}.merchant)`

/** Inserts the changes in `$1`, a JSON array. */
export const insertGivenChanges = `${insertion}
  select merchant, kind, id, change, person, ${databaseNow} from jsonb_to_recordset($1)
    as given (merchant text, kind text, id text, change text, person text)
  where ${isFollowed('given')}`

/**
 * SQL that inserts a change for each row of `source`, a table with the column merchant. `id` is the
 * column with the id of the object.
 */
export function insertChangesOf(
  source: string,
  { kind, change, id = 'id' }: Pick<LiveChange, 'kind' | 'change'> & { id?: string },
): string {
  return `${insertion}
    select merchant, '${kind}', ${id}, '${change}', null, ${databaseNow} from ${source}
    where ${isFollowed(source)}`
}

/** The changes that one read saw: those of transactions that its snapshot shows as committed. */
export type Position = { snapshot: string; at: UnixMs }

type FollowerRow = { merchant: Address; since_xid: string; followed_until: string }

type ChangeRow = {
  snapshot: string
  at: string
  merchant: Address | null
  kind: LiveKind
  object_id: string | null
  change: LiveChange['change']
  person: string | null
  recorded_at: string
}

/**
 * Reads the changes since a position, each object once. Above `max` objects of a merchant and kind
 * there may be more.
 */
export async function readChanges(
  db: Queryable,
  input: { merchants: readonly Address[]; since: string; max: number },
): Promise<{ changes: LiveChange[]; position: Position }> {
  const { rows } = await db.query<Omit<ChangeRow, 'recorded_at'>>(
    `with present as materialized (
       select pg_current_snapshot() as snapshot, ${databaseNow} as at
     ), recent as (
       select merchant, kind, object_id, change, person, seq from live_changes, present
       where merchant = any($1) and xid >= pg_snapshot_xmin($2::pg_snapshot)
         and not pg_visible_in_snapshot(xid, $2::pg_snapshot)
         -- A restored table has transactions of the former server.
         and pg_visible_in_snapshot(xid, present.snapshot)
     ), latest as (
       select merchant, kind, object_id, person, max(seq) as seq,
         case
           when (array_agg(change order by seq desc))[1] = 'deleted' then 'deleted'
           when bool_or(change = 'created') then 'created'
           else 'updated'
         end as change
       from recent group by merchant, kind, object_id, person
     ), numbered as (
       select *, row_number() over (partition by merchant, kind order by seq) as place from latest
     )
     select present.snapshot, present.at, merchant, kind, object_id, change, person
     from present left join numbered on place <= $3 order by seq`,
    [input.merchants, input.since, input.max + 1],
  )
  const [first] = rows
  if (!first) throw new Error('the position of changes is missing')
  return {
    position: { snapshot: first.snapshot, at: toTime(first.at) },
    changes: rows.flatMap(({ merchant, kind, object_id: id, change, person }) =>
      merchant ? [{ merchant, kind, id, change, person }] : [],
    ),
  }
}

/** How long a client can resume. Rows stay a little longer than their position. */
export const resumableMs = 15 * MINUTE_MS
const keptMs = resumableMs + MINUTE_MS

/**
 * Begins or continues to record the changes of merchants. Returns for each the transaction that
 * began it: another one than before means that changes in between are missing.
 */
export async function followMerchants(
  db: Queryable,
  merchants: readonly Address[],
): Promise<Map<Address, string>> {
  const { rows } = await db.query<Omit<FollowerRow, 'followed_until'>>(
    `insert into live_followers (merchant, followed_until)
     select merchant, ${databaseNow} + ${keptMs} from unnest($1::text[]) as given (merchant)
     order by merchant
     on conflict (merchant) do update set followed_until = excluded.followed_until
     returning merchant, since_xid::text`,
    [merchants],
  )
  return new Map(rows.map(({ merchant, since_xid }) => [merchant, since_xid]))
}

/** Transactions end within it. Those that began before their merchant was followed record nothing. */
const maxTransactionMs = 6_000
/** More merchants of one person are followed when a screen opens. */
const maxStarting = 20

/**
 * Begins or continues to record the changes of merchants, and returns a position from which a
 * stream can start: what is read afterwards shows everything up to it. Returns null while changes
 * after it may be missing. Streams of merchants beyond the first 20 start without a position.
 */
export async function findStart(
  db: Queryable,
  merchants: readonly Address[],
): Promise<Position | null> {
  if (merchants.length === 0) return null
  const wereFollowed = await followAgain(db, merchants.slice(0, maxStarting))
  const { rows } = await db.query<{ snapshot: string; at: string; is_calm: boolean }>(
    `with present as materialized (
       select pg_current_snapshot() as snapshot, ${databaseNow} as at
     )
     select snapshot, at, pg_snapshot_xmin(snapshot) = pg_snapshot_xmax(snapshot) as is_calm
     from present`,
  )
  const [row] = rows
  if (!row || !(wereFollowed || row.is_calm)) return null
  return { snapshot: row.snapshot, at: toTime(row.at) }
}

/** Follows merchants, and returns whether all were followed before any open transaction began. */
async function followAgain(db: Queryable, merchants: readonly Address[]): Promise<boolean> {
  const { rows } = await db.query<{ were_followed: boolean }>(
    `with known as materialized (
       select from live_followers
       where merchant = any($1) and followed_until
         between ${databaseNow} and ${databaseNow} + ${keptMs - maxTransactionMs}
     ), followed as (
       insert into live_followers (merchant, followed_until)
       select merchant, ${databaseNow} + ${keptMs} from unnest($1::text[]) as given (merchant)
       order by merchant
       on conflict (merchant) do update set followed_until = excluded.followed_until
     )
     select count(*) = cardinality($1) as were_followed from known`,
    [merchants],
  )
  return rows[0]?.were_followed ?? false
}

/**
 * Returns whether all changes of a merchant since a position are recorded, and the position is one
 * of this database. One before a restore may be ahead of it.
 */
export async function isResumable(
  db: Queryable,
  { merchant, position }: { merchant: Address; position: Position },
): Promise<boolean> {
  const { rows } = await db.query<{ is_resumable: boolean }>(
    `select pg_visible_in_snapshot(since_xid, $2::pg_snapshot)
       and pg_snapshot_xmax($2::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot())
       and $3 between ${databaseNow} - ${resumableMs} and ${databaseNow} as is_resumable
     from live_followers where merchant = $1`,
    [merchant, position.snapshot, position.at],
  )
  return rows[0]?.is_resumable ?? false
}

/** Deletes changes after 16 minutes, and ends recording 16 minutes after the last screen closed. */
export const pruneLiveChanges: Job = {
  name: 'prune-live-changes',
  everyMs: MINUTE_MS,
  run: async ({ db }, signal) => ({
    ended: await deleteFollowers(db),
    deleted: await repeatWhileFull(signal, {
      batchSize: 10_000,
      work: (limit) => deleteOld(db, limit),
    }),
  }),
}

async function deleteFollowers(db: Queryable): Promise<number> {
  const { rowCount } = await db.query(
    `delete from live_followers where followed_until < ${databaseNow}`,
  )
  return rowCount
}

async function deleteOld(db: Queryable, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from live_changes where ctid = any (array(
       select ctid from live_changes where recorded_at < ${databaseNowOnce} - ${keptMs} limit $1
     ))`,
    [limit],
  )
  return rowCount
}
