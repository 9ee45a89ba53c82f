import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'

/** A merchant and the fingerprint of the master key that encrypts the secret. */
type SecretName = { merchant: Address; wrappedBy: string }

/** Returns the merchant's encrypted key under this master key, or `null`. */
export async function findMerchantSecret(db: Queryable, name: SecretName): Promise<Buffer | null> {
  const { rows } = await db.query<{ wrapped: Buffer }>(
    'select wrapped from merchant_secrets where merchant = $1 and wrapped_by = $2',
    [name.merchant, name.wrappedBy],
  )
  return rows[0]?.wrapped ?? null
}

/** Inserts a secret unless one exists under this master key. */
export async function insertMerchantSecret(
  db: Queryable,
  secret: SecretName & { wrapped: Buffer; createdAt: UnixMs },
): Promise<void> {
  await db.query(
    `insert into merchant_secrets (merchant, wrapped_by, wrapped, created_at)
     values ($1, $2, $3, $4) on conflict (merchant, wrapped_by) do nothing`,
    [secret.merchant, secret.wrappedBy, secret.wrapped, secret.createdAt],
  )
}

/** Lists the fingerprints of all master keys in use. */
export async function listMasterKeys(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ wrapped_by: string }>(
    'select distinct wrapped_by from merchant_secrets order by wrapped_by',
  )
  return rows.map((row) => row.wrapped_by)
}
