import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'
import { defineColumns } from '../../../platform/db/define-columns.js'
import { type SealedSecrets, shopSecretId } from './sealed-secrets.js'

/** The encrypted secret of a shop. */
export type ShopSecret = SealedSecrets & {
  merchant: Address
  id: typeof shopSecretId
  createdAt: UnixMs
  /** When it was last replaced. */
  updatedAt: UnixMs
}

type StoredSecrets = Omit<SealedSecrets, 'previous'> & {
  previousSealedSecret: Buffer | null
  previousUntil: UnixMs | null
}

export const secretColumns = defineColumns<StoredSecrets>({
  sealedSecret: 'bytes',
  previousSealedSecret: 'bytes',
  previousUntil: 'time',
  rotationId: 'text',
})

/** Returns secrets from their columns, with the other fields of their row. */
export function toSecrets<Stored extends StoredSecrets>({
  previousSealedSecret: sealedSecret,
  previousUntil: until,
  ...rest
}: Stored) {
  const previous = sealedSecret && until ? { sealedSecret, until } : null
  return { ...rest, previous } satisfies SealedSecrets
}

const shopSecretColumns = secretColumns.with<Omit<ShopSecret, 'id' | keyof SealedSecrets>>({
  merchant: 'text',
  createdAt: 'time',
  updatedAt: 'time',
})

export async function findShopSecret(db: Queryable, merchant: Address): Promise<ShopSecret | null> {
  const stored = await shopSecretColumns.find(
    db,
    `select ${shopSecretColumns.fields} from shop_webhook_secrets where merchant = $1`,
    [merchant],
  )
  return stored && { ...toSecrets(stored), id: shopSecretId }
}

export async function saveShopSecret(db: Queryable, secret: ShopSecret): Promise<void> {
  await db.query(
    `insert into shop_webhook_secrets (${shopSecretColumns.names})
     values (${shopSecretColumns.placeholders})
     on conflict (merchant) do update set ${shopSecretColumns.omit('merchant', 'createdAt').excluded}`,
    shopSecretColumns.paramsOf({
      ...secret,
      previousSealedSecret: secret.previous?.sealedSecret ?? null,
      previousUntil: secret.previous?.until ?? null,
    }),
  )
}
