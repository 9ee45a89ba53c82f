import { randomBytes } from 'node:crypto'
import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { deriveKey, fingerprintOf } from '../derived-key.js'
import { seal, unseal } from '../seal.js'
import { findMerchantSecret, insertMerchantSecret } from './merchant-secret-store.js'

/**
 * The encryption key of one merchant, made on first use. It is kept under the master key, so a copy of the
 * database opens nothing, and one merchant's key opens nothing of another's.
 */
export async function ensureMerchantSecret(ctx: TxContext, merchant: Address): Promise<Uint8Array> {
  const { masterKey } = ctx.config
  const wrappingKey = deriveKey(masterKey, 'key-wrapping')
  const name = { merchant, wrappedBy: fingerprintOf(masterKey) }

  const known = await findMerchantSecret(ctx.db, name)
  if (!known) {
    const wrapped = seal(wrappingKey, randomBytes(32), merchant)
    await insertMerchantSecret(ctx.db, { ...name, wrapped, createdAt: ctx.now() })
  }

  // Asked again after making one: of two who make it at once, the first one's counts.
  const kept = known ?? (await findMerchantSecret(ctx.db, name))
  if (!kept) throw new Error(`the secret of ${merchant} vanished while it was being made`)
  return unseal(wrappingKey, kept, merchant)
}
