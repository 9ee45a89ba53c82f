import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'
import { defineColumns } from '../../platform/db/define-columns.js'

export type AuditEntry = {
  merchant: Address
  seq: number
  at: UnixMs
  /** The id of a person, a cashier, a device or a developer key. */
  actor: string
  /** The register's device, and the cashier who used it. Null for a change made elsewhere. */
  device: string | null
  cashier: string | null
  role: string
  action: string
  target: string
  before: unknown
  after: unknown
  correlationId: string
  hash: Buffer
}

export type AuditHead = { seq: number; hash: Buffer }

const entryColumns = defineColumns<AuditEntry>({
  merchant: 'text',
  seq: 'number',
  at: 'time',
  actor: 'text',
  device: 'text',
  cashier: 'text',
  role: 'text',
  action: 'text',
  target: 'text',
  before: 'json',
  after: 'json',
  correlationId: 'text',
  hash: 'bytes',
})
const headColumns = entryColumns.pick('seq', 'hash')

/** Locks the head of a merchant's chain in the transaction. Returns null before the first entry. */
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
       update audit_heads set seq = $2, hash = $13 where merchant = $1
     )
     insert into audit_entries (${entryColumns.names})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      entry.merchant,
      entry.seq,
      entry.at,
      entry.actor,
      entry.device,
      entry.cashier,
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
  page: {
    merchant: Address
    below: number
    action: string | null
    target: string | null
    limit: number
  },
): Promise<AuditEntry[]> {
  // A statement of its own, so that the database uses the index of targets.
  const ofTarget = page.target === null ? '' : 'and target = $5'
  return entryColumns.list(
    db,
    `select ${entryColumns.fields} from audit_entries
     where merchant = $1 and seq < $2 and ($3::text is null or action = $3) ${ofTarget}
     order by seq desc limit $4`,
    [
      page.merchant,
      page.below,
      page.action,
      page.limit,
      ...(page.target === null ? [] : [page.target]),
    ],
  )
}

/** Lists a merchant's entries in a range of positions, oldest first. */
export async function listEntriesForward(
  db: Queryable,
  page: { merchant: Address; above: number; upTo: number; limit: number },
): Promise<AuditEntry[]> {
  return entryColumns.list(
    db,
    `select ${entryColumns.fields} from audit_entries
     where merchant = $1 and seq > $2 and seq <= $3 order by seq limit $4`,
    [page.merchant, page.above, page.upTo, page.limit],
  )
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
  return headColumns.find(
    db,
    `select ${headColumns.fields} from audit_heads where merchant = $1 ${lock}`,
    [merchant],
  )
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
