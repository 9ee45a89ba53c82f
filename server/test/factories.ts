import { randomBytes } from 'node:crypto'
import { issueKey } from '../src/auth/keys/issue-key.js'
import { insertMerchant, upsertPlanSubscription } from '../src/auth/merchants/merchant-store.js'
import type { Plan } from '../src/auth/plans.js'
import { type Scope, scopes } from '../src/auth/scopes.js'
import { type Address, parseAddress } from '../src/lib/hex.js'
import type { Context } from '../src/platform/context.js'

/** A wallet nobody else in the run has. */
export function aWallet(): Address {
  const wallet = parseAddress(`0x${randomBytes(20).toString('hex')}`)
  if (!wallet) throw new Error('the generated wallet is malformed')
  return wallet
}

/** A merchant with a developer key that may do everything, unless the test says otherwise. */
export async function aDeveloper(
  ctx: Context,
  overrides: {
    wallet?: Address
    scopes?: readonly Scope[]
    plan?: Plan
    callsPerMinute?: number
  } = {},
): Promise<{ wallet: Address; keyId: string; subscriptionId: string; apiKey: string }> {
  const { wallet = aWallet(), plan = 'enterprise', callsPerMinute = null } = overrides
  const createdAt = ctx.now()
  const subscriptionId = ctx.newId('dsub')
  await insertMerchant(ctx.db, { wallet, subscriptionId, plan, createdAt })
  const terms = { merchant: wallet, id: subscriptionId, plan, callsPerMinute, createdAt }
  await upsertPlanSubscription(ctx.db, terms)

  const keyId = ctx.newId('key')
  const issued = await issueKey(ctx, {
    merchant: wallet,
    id: keyId,
    name: 'Test key',
    scopes: overrides.scopes ?? scopes,
    subscriptionId,
  })
  if (!issued) throw new Error('the key is there already')
  return { wallet, keyId, subscriptionId, apiKey: issued.apiKey }
}
