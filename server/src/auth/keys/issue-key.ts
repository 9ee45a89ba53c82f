import { randomBytes } from 'node:crypto'
import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { ensureMerchantSecret } from '../merchants/ensure-merchant-secret.js'
import type { Scope } from '../scopes.js'
import { seal } from '../seal.js'
import { formatKey, publicPartOf } from './key-format.js'
import { createKeyHash } from './key-hash.js'
import { type DeveloperKey, insertDeveloperKey } from './key-store.js'

export type IssueKeyInput = {
  merchant: Address
  id: string
  name: string
  scopes: readonly Scope[]
  subscriptionId: string
  /** At least 40 bytes; fresh random ones unless the key has to be the same every time. */
  randomness?: Uint8Array
}

/**
 * Makes a key and keeps its hash, to be known by, and an encrypted copy, to sign webhooks with. The key
 * itself is only in the answer. `null` when there is a key with this id: nobody gets a second secret for it.
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

  const isMade = await insertDeveloperKey(ctx.db, {
    ...key,
    merchant,
    hash: createKeyHash(ctx.config.masterKey)(apiKey),
    sealed: seal(secret, Buffer.from(apiKey), sealLabel({ merchant, id })),
    createdAt,
  })
  return isMade ? { key: { ...key, createdAt, lastUsedAt: null, expiresAt: null }, apiKey } : null
}

/** Ties a copy to its row, so that a copy moved to another key's row does not open. */
export function sealLabel({ merchant, id }: { merchant: Address; id: string }): string {
  return `${merchant}|${id}`
}
