import { randomBytes } from 'node:crypto'
import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { deriveKey, fingerprintOf } from '../../platform/secrets/derived-key.js'
import { seal, unseal } from '../../platform/secrets/seal.js'
import { findMerchantSecret, insertMerchantSecret } from './merchant-secret-store.js'

/**
 * Returns the encryption key of a merchant, creating it on first use. It is encrypted with the
 * master key, so a copy of the database alone decrypts nothing.
 */
export async function ensureMerchantSecret(ctx: TxContext, merchant: Address): Promise<Uint8Array> {
  const { masterKey } = ctx.config
  const wrappingKey = deriveKey(masterKey, 'key-wrapping')
  const name = { merchant, wrappedBy: fingerprintOf(masterKey) }

  const existing = await findMerchantSecret(ctx.db, name)
  if (!existing) {
    const wrapped = seal(wrappingKey, randomBytes(32), merchant)
    await insertMerchantSecret(ctx.db, { ...name, wrapped, createdAt: ctx.now() })
  }

  // Read again after the insert: of two concurrent inserts, the first wins.
  const stored = existing ?? (await findMerchantSecret(ctx.db, name))
  if (!stored) throw new Error(`the secret of ${merchant} was removed while it was being created`)
  return unseal(wrappingKey, stored, merchant)
}
