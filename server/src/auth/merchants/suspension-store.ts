import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import { toTime } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'

export type Suspension = { at: UnixMs; reason: string }

/** Returns the suspension of a merchant, or null while there is none. */
export async function findSuspension(db: Queryable, merchant: Address): Promise<Suspension | null> {
  const { rows } = await db.query<{ suspended_at: string; suspended_reason: string | null }>(
    `select suspended_at, suspended_reason from merchants
     where wallet = $1 and suspended_at is not null`,
    [merchant],
  )
  const row = rows[0]
  return row ? { at: toTime(row.suspended_at), reason: row.suspended_reason ?? '' } : null
}

/** Returns whether a wallet owns a merchant that is suspended. */
export async function ownsSuspended(db: Queryable, wallet: Address): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from members join merchants on merchants.wallet = members.merchant
     where members.person = $1 and members.role = 'owner' and suspended_at is not null limit 1`,
    [wallet],
  )
  return rowCount > 0
}

/**
 * Suspends a merchant, or ends its suspension with null. The caller must hold the lock of the
 * merchant.
 */
export async function updateSuspension(
  db: Queryable,
  merchant: Address,
  suspension: Suspension | null,
): Promise<void> {
  await db.query(
    'update merchants set suspended_at = $2, suspended_reason = $3 where wallet = $1',
    [merchant, suspension?.at ?? null, suspension?.reason ?? null],
  )
}

/** SQL condition: the merchant in `column` is not suspended. */
export function isActiveMerchant(column: string): string {
  return `${column} not in (select wallet from merchants where suspended_at is not null)`
}

/** SQL condition: the merchant of a row is suspended. */
export function isSuspended(row: string): string {
  return `exists (select from merchants where wallet = ${row}.merchant and suspended_at is not null)`
}
