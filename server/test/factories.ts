import { randomBytes } from 'node:crypto'
import { createKeyHash } from '../src/auth/find-developer.js'
import { formatKey } from '../src/auth/key-format.js'
import { type Developer, insertDeveloperKey } from '../src/auth/key-store.js'
import { scopes } from '../src/auth/scopes.js'
import { type Address, parseAddress } from '../src/lib/hex.js'
import type { Context } from '../src/platform/context.js'

/** A wallet nobody else in the run has. */
function aWallet(): Address {
  const wallet = parseAddress(`0x${randomBytes(20).toString('hex')}`)
  if (!wallet) throw new Error('the generated wallet is malformed')
  return wallet
}

/** A merchant with a developer key that may do everything, unless the test says otherwise. */
export async function aDeveloper(
  ctx: Context,
  overrides: Partial<Developer> = {},
): Promise<Developer & { apiKey: string }> {
  const apiKey = formatKey(ctx.config.mode, randomBytes(40))
  const developer: Developer = { keyId: ctx.newId('key'), wallet: aWallet(), scopes, ...overrides }
  await insertDeveloperKey(ctx.db, {
    ...developer,
    hash: createKeyHash(ctx.config.masterKey)(apiKey),
    name: 'Test key',
    createdAt: ctx.now(),
  })
  return { ...developer, apiKey }
}
