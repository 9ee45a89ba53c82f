import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import { toTime } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import { type SealedSecrets, shopSecretId } from './sealed-secrets.js'

/** The encrypted secret of a shop. */
export type ShopSecret = SealedSecrets & {
  merchant: Address
  id: typeof shopSecretId
  createdAt: UnixMs
  /** When it was last replaced. */
  updatedAt: UnixMs
}

/** Returns the secret that signs beside its successor, from its columns. */
export function toPrevious(
  sealedSecret: Buffer | null,
  until: string | null,
): SealedSecrets['previous'] {
  return sealedSecret && until ? { sealedSecret, until: toTime(until) } : null
}

export async function findShopSecret(db: Queryable, merchant: Address): Promise<ShopSecret | null> {
  const { rows } = await db.query<{
    sealedSecret: Buffer
    previous_sealed_secret: Buffer | null
    previous_until: string | null
    rotationId: string
    created_at: string
    updated_at: string
  }>(
    `select sealed_secret as "sealedSecret", previous_sealed_secret, previous_until,
       rotation_id as "rotationId", created_at, updated_at
     from shop_webhook_secrets where merchant = $1`,
    [merchant],
  )
  if (!rows[0]) return null
  const { previous_sealed_secret, previous_until, created_at, updated_at, ...secret } = rows[0]
  return {
    ...secret,
    merchant,
    id: shopSecretId,
    previous: toPrevious(previous_sealed_secret, previous_until),
    createdAt: toTime(created_at),
    updatedAt: toTime(updated_at),
  }
}

export async function saveShopSecret(db: Queryable, secret: ShopSecret): Promise<void> {
  await db.query(
    `insert into shop_webhook_secrets (
       merchant, sealed_secret, previous_sealed_secret, previous_until, rotation_id, created_at,
       updated_at
     )
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (merchant) do update set sealed_secret = excluded.sealed_secret,
       previous_sealed_secret = excluded.previous_sealed_secret,
       previous_until = excluded.previous_until, rotation_id = excluded.rotation_id,
       updated_at = excluded.updated_at`,
    [
      secret.merchant,
      secret.sealedSecret,
      secret.previous?.sealedSecret ?? null,
      secret.previous?.until ?? null,
      secret.rotationId,
      secret.createdAt,
      secret.updatedAt,
    ],
  )
}
