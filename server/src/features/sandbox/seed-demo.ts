import { deriveKey } from '../../auth/derived-key.js'
import { createKeyHash } from '../../auth/find-developer.js'
import { formatKey } from '../../auth/key-format.js'
import { insertDeveloperKey } from '../../auth/key-store.js'
import { scopes } from '../../auth/scopes.js'
import { type Address, parseAddress } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'

export type Demo = { apiKey: string; merchantWallet: Address }

/** An address whose private key everybody knows: of no use but in a sandbox, where that is the point. */
const demoWallet = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

/**
 * Makes the demo merchant and its key, the same ones on every start of the same `DATA_DIR`.
 * Called in sandbox mode only.
 */
export async function seedDemo(ctx: Context, demoKeySecret: string): Promise<Demo> {
  const merchantWallet = parseAddress(demoWallet)
  if (!merchantWallet) throw new Error('the demo wallet is malformed')

  const apiKey = formatKey('sandbox', deriveKey(demoKeySecret, 'demo-key', 40))
  await insertDeveloperKey(ctx.db, {
    hash: createKeyHash(ctx.config.masterKey)(apiKey),
    keyId: ctx.newId('key'),
    wallet: merchantWallet,
    name: 'Demo key',
    scopes,
    createdAt: ctx.now(),
  })
  return { apiKey, merchantWallet }
}
