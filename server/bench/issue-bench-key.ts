import { issueKey } from '../src/auth/keys/issue-key.js'
import { upsertPlanSubscription } from '../src/auth/merchants/plan-store.js'
import { scopes } from '../src/auth/scopes.js'
import type { Address } from '../src/lib/hex.js'
import type { Context } from '../src/platform/context.js'

/** Issues a key of a merchant in `OWN_MERCHANTS`, which has no limit of calls. */
export async function issueBenchKey(ctx: Context, merchant: Address): Promise<string> {
  const subscriptionId = ctx.newId('dsub')
  await upsertPlanSubscription(ctx.db, {
    merchant,
    id: subscriptionId,
    createdAt: ctx.now(),
    plan: 'enterprise',
    callsPerMinute: null,
  })
  const issued = await issueKey(ctx, {
    merchant,
    id: ctx.newId('key'),
    name: 'Bench',
    scopes,
    subscriptionId,
  })
  if (!issued) throw new Error('The key already exists.')
  return issued.apiKey
}
