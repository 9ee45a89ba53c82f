import { type DeveloperKey, listDeveloperKeys } from '../../auth/keys/key-store.js'
import { lockMerchant } from '../../auth/merchants/merchant-store.js'
import { invalidInput } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { maxOfMerchant } from '../../platform/limits/max-of.js'

/**
 * Checks that the merchant may have one more key, not counting the key `exceptId`. Locks the
 * merchant until the transaction ends, so that the check stays valid.
 *
 * @throws {AppError} `invalid_input`.
 */
export async function requireBelowLimit(
  ctx: TxContext,
  { merchant, exceptId }: { merchant: Address; exceptId: string },
): Promise<void> {
  await lockMerchant(ctx.db, merchant)
  const maxKeys = maxOfMerchant(ctx.config, 'keys', merchant)
  const keys = await listDeveloperKeys(ctx.db, { merchant, now: ctx.now() })
  if (keys.filter(({ id }) => id !== exceptId).length < maxKeys) return
  throw invalidInput(`The limit of ${maxKeys} keys is reached. Revoke a key first.`)
}

/** Returns the public fields of a key, as shown in responses and in the audit log. */
export function describeKey(key: DeveloperKey) {
  const { id, prefix, name, scopes, createdAt, lastUsedAt, expiresAt } = key
  return { id, prefix, name, scopes: [...scopes], createdAt, lastUsedAt, expiresAt }
}
