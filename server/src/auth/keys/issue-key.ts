import { randomBytes } from 'node:crypto'
import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { seal, unseal } from '../../platform/secrets/seal.js'
import { ensureMerchantSecret } from '../merchants/ensure-merchant-secret.js'
import type { Scope } from '../scopes.js'
import { createKeyHash, formatKey, publicPartOf } from './key-format.js'
import { type DeveloperKey, findSealedKey, insertDeveloperKey } from './key-store.js'

export type IssueKeyInput = {
  merchant: Address
  id: string
  name: string
  scopes: readonly Scope[]
  subscriptionId: string
  /** At least 40 bytes. Default: random. The demo key passes its own, to stay the same. */
  randomness?: Uint8Array
}

/**
 * Creates a key. Stores its hash, to recognize it, and an encrypted copy, to sign webhooks. The key
 * itself is only returned. Returns `null` when the id exists.
 */
export async function issueKey(
  ctx: TxContext,
  input: IssueKeyInput,
): Promise<{ key: DeveloperKey; apiKey: string } | null> {
  const { merchant, id, name, scopes, subscriptionId } = input
  const apiKey = formatKey(ctx.config.mode, input.randomness ?? randomBytes(40))
  const secret = await ensureMerchantSecret(ctx, merchant)
  const key = { id, prefix: publicPartOf(apiKey), name, scopes, subscriptionId }
  const createdAt = ctx.now()

  const isCreated = await insertDeveloperKey(ctx.db, {
    ...key,
    merchant,
    hash: createKeyHash(ctx.config.masterKey)(apiKey),
    sealed: seal(secret, Buffer.from(apiKey), sealLabel({ merchant, id })),
    createdAt,
  })
  return isCreated
    ? { key: { ...key, createdAt, lastUsedAt: null, expiresAt: null }, apiKey }
    : null
}

/** Binds the encrypted copy to its row, so that it cannot be decrypted in another row. */
function sealLabel({ merchant, id }: { merchant: Address; id: string }): string {
  return `${merchant}|${id}`
}

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
