import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import { toTime } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import type { Recipient, Split } from './split.js'

type SplitRow = {
  merchant: Address
  version: number
  address: Address
  chain_id: string
  recipients: Recipient[]
  is_registered: boolean
  created_at: string
  created_by: Address | null
}

const columns =
  'merchant, version, address, chain_id, recipients, is_registered, created_at, created_by'

/** Finds the merchant's split with the highest version. */
export async function findLatest(db: Queryable, merchant: Address): Promise<Split | null> {
  const { rows } = await db.query<SplitRow>(
    `select ${columns} from splits where merchant = $1 order by version desc limit 1`,
    [merchant],
  )
  return rows[0] ? toSplit(rows[0]) : null
}

/** Finds the merchant's newest split at an address. */
export async function findAt(
  db: Queryable,
  { merchant, address }: { merchant: Address; address: Address },
): Promise<Split | null> {
  const { rows } = await db.query<SplitRow>(
    `select ${columns} from splits where merchant = $1 and address = $2
     order by version desc limit 1`,
    [merchant, address],
  )
  return rows[0] ? toSplit(rows[0]) : null
}

/** Returns when the merchant's n-th latest split was created, or null when there are fewer. */
export async function findNthLatest(
  db: Queryable,
  { merchant, n }: { merchant: Address; n: number },
): Promise<UnixMs | null> {
  const { rows } = await db.query<{ created_at: string }>(
    'select created_at from splits where merchant = $1 order by version desc offset $2 limit 1',
    [merchant, n - 1],
  )
  return rows[0] ? toTime(rows[0].created_at) : null
}

/** Inserts a version. The caller must hold the merchant's lock, so that version numbers are unique. */
export async function insertSplit(db: Queryable, split: Split): Promise<void> {
  await db.query(`insert into splits (${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8)`, [
    split.merchant,
    split.version,
    split.address,
    split.chainId,
    JSON.stringify(split.recipients),
    split.isRegistered,
    split.createdAt,
    split.createdBy,
  ])
}

function toSplit(row: SplitRow): Split {
  return {
    merchant: row.merchant,
    version: row.version,
    address: row.address,
    chainId: Number(row.chain_id),
    recipients: row.recipients,
    isRegistered: row.is_registered,
    createdAt: toTime(row.created_at),
    createdBy: row.created_by,
  }
}
