import type { Address, Hash } from '../../../lib/hex.js'
import { type UnixMs, unixMs } from '../../../lib/time.js'
import { toTimeOrNull } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'

/** A booked charge under a permission that was not registered. */
export type UnregisteredCharge = {
  chainId: number
  chargeKey: Hash
  merchant: Address
  receiptId: string
  createdAt: UnixMs
}

/** Inserts a charge. Returns false when it was booked before. */
export async function insertUnregistered(
  db: Queryable,
  { chainId, chargeKey, merchant, receiptId, createdAt }: UnregisteredCharge,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into unregistered_charges (chain_id, charge_key, merchant, receipt_id, created_at)
     values ($1, $2, $3, $4, $5) on conflict (chain_id, charge_key) do nothing`,
    [chainId, chargeKey, merchant, receiptId, createdAt],
  )
  return rowCount === 1
}

/** Counts the charges that were booked after a time, per merchant. */
export async function countUnregistered(
  db: Queryable,
  { after }: { after: number },
): Promise<Map<Address, number>> {
  const { rows } = await db.query<{ merchant: Address; count: string }>(
    `select merchant, count(*) from unregistered_charges where created_at > $1 group by merchant`,
    [after],
  )
  return new Map(rows.map(({ merchant, count }) => [merchant, Number(count)]))
}

/** Returns when the first charge after a time was booked, or null. */
export async function findFirstUnregistered(
  db: Queryable,
  { after }: { after: number },
): Promise<UnixMs | null> {
  const { rows } = await db.query<{ since: string | null }>(
    'select min(created_at) as since from unregistered_charges where created_at > $1',
    [unixMs(Math.max(0, after))],
  )
  return toTimeOrNull(rows[0]?.since ?? null)
}

/** Lists those of these charges that were booked, with their receipts. */
export async function listUnregistered(
  db: Queryable,
  chargeKeys: readonly Hash[],
): Promise<Pick<UnregisteredCharge, 'chargeKey' | 'merchant' | 'receiptId'>[]> {
  if (chargeKeys.length === 0) return []
  const { rows } = await db.query<{ charge_key: Hash; merchant: Address; receipt_id: string }>(
    'select charge_key, merchant, receipt_id from unregistered_charges where charge_key = any($1)',
    [chargeKeys],
  )
  return rows.map(({ charge_key: chargeKey, merchant, receipt_id: receiptId }) => ({
    chargeKey,
    merchant,
    receiptId,
  }))
}

/** Deletes a charge whose permission was registered later. */
export async function deleteUnregistered(db: Queryable, chargeKey: Hash): Promise<void> {
  await db.query('delete from unregistered_charges where charge_key = $1', [chargeKey])
}

/** Deletes all unregistered charges of a merchant. */
export async function deleteUnregisteredOf(db: Queryable, merchant: Address): Promise<void> {
  await db.query('delete from unregistered_charges where merchant = $1', [merchant])
}
