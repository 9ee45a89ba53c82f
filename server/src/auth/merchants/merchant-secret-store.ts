import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'

/** A merchant's encryption key, encrypted itself, and the name of the master key that did so. */
export type WrappedSecret = { wrapped: Buffer; wrappedBy: string }

/** The merchant's wrapped secret, if it has one. */
export async function findMerchantSecret(
  db: Queryable,
  merchant: Address,
): Promise<WrappedSecret | null> {
  const { rows } = await db.query<{ wrapped: Buffer; wrapped_by: string }>(
    'select wrapped, wrapped_by from merchant_secrets where merchant = $1',
    [merchant],
  )
  return rows[0] ? { wrapped: rows[0].wrapped, wrappedBy: rows[0].wrapped_by } : null
}

/** Keeps a secret unless the merchant has one. */
export async function insertMerchantSecret(
  db: Queryable,
  secret: WrappedSecret & { merchant: Address; createdAt: UnixMs },
): Promise<void> {
  await db.query(
    `insert into merchant_secrets (merchant, wrapped, wrapped_by, created_at)
     values ($1, $2, $3, $4) on conflict (merchant) do nothing`,
    [secret.merchant, secret.wrapped, secret.wrappedBy, secret.createdAt],
  )
}

/** The names of the master keys under which merchants' secrets were made. */
export async function listMasterKeys(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ wrapped_by: string }>(
    'select distinct wrapped_by from merchant_secrets order by wrapped_by',
  )
  return rows.map((row) => row.wrapped_by)
}
