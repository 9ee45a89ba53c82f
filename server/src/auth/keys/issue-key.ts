import { randomBytes } from 'node:crypto'
import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { getMerchantSecret } from '../merchants/get-merchant-secret.js'
import type { Scope } from '../scopes.js'
import { seal, unseal } from '../seal.js'
import { createKeyHash } from './developers.js'
import { formatKey, publicPartOf } from './key-format.js'
import { type DeveloperKey, findSealedKey, insertDeveloperKey } from './key-store.js'

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
 * itself is only in the answer. The same id again sets the terms of the key that is there.
 */
export async function issueKey(
  ctx: TxContext,
  input: IssueKeyInput,
): Promise<{ key: DeveloperKey; apiKey: string }> {
  const { merchant, id, name, scopes, subscriptionId } = input
  const apiKey = formatKey(ctx.config.mode, input.randomness ?? randomBytes(40))
  const secret = await getMerchantSecret(ctx, merchant)
  const key = { id, prefix: publicPartOf(apiKey), name, scopes, subscriptionId }
  const createdAt = ctx.now()

  await insertDeveloperKey(ctx.db, {
    ...key,
    merchant,
    hash: createKeyHash(ctx.config.masterKey)(apiKey),
    sealed: seal(secret, Buffer.from(apiKey), labelOf(merchant, id)),
    createdAt,
  })
  return { key: { ...key, createdAt, lastUsedAt: null, expiresAt: null }, apiKey }
}

/** The key itself, for signing what belongs to it; `null` when there is no copy. */
export async function readKey(
  ctx: TxContext,
  { merchant, id }: { merchant: Address; id: string },
): Promise<string | null> {
  const sealed = await findSealedKey(ctx.db, { merchant, id })
  if (!sealed) return null
  const secret = await getMerchantSecret(ctx, merchant)
  return unseal(secret, sealed, labelOf(merchant, id)).toString()
}

/** Ties a copy to its row, so that a copy moved to another key's row does not open. */
function labelOf(merchant: Address, id: string): string {
  return `${merchant}|${id}`
}
