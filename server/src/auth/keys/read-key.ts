import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { unseal } from '../../platform/secrets/seal.js'
import { ensureMerchantSecret } from '../merchants/ensure-merchant-secret.js'
import { sealLabel } from './issue-key.js'
import { findSealedKey } from './key-store.js'

/** Decrypts a key, to sign its webhooks. Returns `null` when there is no copy. */
export async function readKey(
  ctx: TxContext,
  key: { merchant: Address; id: string },
): Promise<string | null> {
  const sealed = await findSealedKey(ctx.db, key)
  if (!sealed) return null
  const secret = await ensureMerchantSecret(ctx, key.merchant)
  return unseal(secret, sealed, sealLabel(key)).toString()
}
