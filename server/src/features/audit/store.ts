import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import { toTime } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'

export type AuditEntry = {
  merchant: Address
  seq: number
  at: UnixMs
  /** A wallet, or the id of a developer key. */
  actor: string
  role: string
  action: string
  target: string
  before: unknown
  after: unknown
  correlationId: string
  hash: Buffer
}

export type AuditHead = { seq: number; hash: Buffer }

type EntryRow = Omit<AuditEntry, 'seq' | 'at' | 'correlationId'> & {
  seq: string
  at: string
  correlation_id: string
}

const columns =
  'merchant, seq, at, actor, role, action, target, before, after, correlation_id, hash'

/**
 * Locks the head of a merchant's chain until the transaction ends. Returns null before the first
 * entry.
 */
export function lockHead(db: Queryable, merchant: Address): Promise<AuditHead | null> {
  return findHead(db, merchant, 'for update')
}

/** Inserts a merchant's head unless it exists. Concurrent inserts wait for each other. */
export async function insertHead(
  db: Queryable,
  { merchant, seq, hash }: AuditHead & { merchant: Address },
): Promise<void> {
  await db.query(
    `insert into audit_heads (merchant, seq, hash) values ($1, $2, $3)
     on conflict (merchant) do nothing`,
    [merchant, seq, hash],
  )
}

/** Adds an entry and moves the head to it. */
export async function insertEntry(db: Queryable, entry: AuditEntry): Promise<void> {
  await db.query(
    `with moved as (
       update audit_heads set seq = $2, hash = $11 where merchant = $1
     )
     insert into audit_entries (${columns})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      entry.merchant,
      entry.seq,
      entry.at,
      entry.actor,
      entry.role,
      entry.action,
      entry.target,
      JSON.stringify(entry.before),
      JSON.stringify(entry.after),
      entry.correlationId,
      entry.hash,
    ],
  )
}

/** Lists a merchant's entries with a lower position, newest first. */
export async function listEntries(
  db: Queryable,
  page: { merchant: Address; below: number; action: string | null; limit: number },
): Promise<AuditEntry[]> {
  const { rows } = await db.query<EntryRow>(
    `select ${columns} from audit_entries
     where merchant = $1 and seq < $2 and ($3::text is null or action = $3)
     order by seq desc limit $4`,
    [page.merchant, page.below, page.action, page.limit],
  )
  return rows.map(toEntry)
}

/** Lists a merchant's entries in a range of positions, oldest first. */
export async function listEntriesForward(
  db: Queryable,
  page: { merchant: Address; above: number; upTo: number; limit: number },
): Promise<AuditEntry[]> {
  const { rows } = await db.query<EntryRow>(
    `select ${columns} from audit_entries
     where merchant = $1 and seq > $2 and seq <= $3 order by seq limit $4`,
    [page.merchant, page.above, page.upTo, page.limit],
  )
  return rows.map(toEntry)
}

/** Lists every merchant that has a head or entries. */
export async function listChains(db: Queryable): Promise<Address[]> {
  const { rows } = await db.query<{ merchant: Address }>(
    `select merchant from audit_heads union select merchant from audit_entries order by merchant`,
  )
  return rows.map(({ merchant }) => merchant)
}

export async function findHead(
  db: Queryable,
  merchant: Address,
  lock: '' | 'for update' = '',
): Promise<AuditHead | null> {
  const { rows } = await db.query<{ seq: string; hash: Buffer }>(
    `select seq, hash from audit_heads where merchant = $1 ${lock}`,
    [merchant],
  )
  return rows[0] ? { seq: Number(rows[0].seq), hash: rows[0].hash } : null
}

/**
 * Returns whether entries exist beyond the head. One statement reads both from the same snapshot.
 */
export async function hasEntriesBeyondHead(db: Queryable, merchant: Address): Promise<boolean> {
  const { rowCount } = await db.query(
    `select 1 from audit_entries e
     left join audit_heads h on h.merchant = e.merchant
     where e.merchant = $1 and e.seq > coalesce(h.seq, 0) limit 1`,
    [merchant],
  )
  return rowCount > 0
}

function toEntry({ seq, at, correlation_id: correlationId, ...row }: EntryRow): AuditEntry {
  return { ...row, seq: Number(seq), at: toTime(at), correlationId }
}
