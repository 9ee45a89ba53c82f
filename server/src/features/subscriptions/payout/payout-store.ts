import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'

/** Lists the wallets in the terms of a merchant's plans. */
export async function listSigners(
  db: Queryable,
  { merchant, chainId }: { merchant: Address; chainId: number },
): Promise<Address[]> {
  const { rows } = await db.query<{ owner: Address }>(
    `select owner from billing_plan_versions where merchant = $1 and chain_id = $2
     group by owner order by max(created_at) desc, owner`,
    [merchant, chainId],
  )
  return rows.map(({ owner }) => owner)
}

/**
 * Lists the merchants of the versions that a wallet's override moves: those with subscriptions that
 * have not ended, and those that customers can subscribe to. A version that was replaced before
 * `openSince` is closed.
 */
export async function listMovedMerchants(
  db: Queryable,
  input: { merchants: readonly Address[]; signer: Address; chainId: number; openSince: UnixMs },
): Promise<Address[]> {
  const { rows } = await db.query<{ merchant: Address }>(
    `select distinct version.merchant
     from billing_plan_versions as version
       join billing_plans as plan on plan.merchant = version.merchant and plan.id = version.plan_id
     where version.merchant = any($1) and version.owner = $2 and version.chain_id = $3
       and (
         plan.is_active and coalesce(version.replaced_at > $4, true)
         or exists (
           select from subscriptions
           where subscriptions.merchant = version.merchant and subscriptions.plan_id = version.plan_id
             and subscriptions.version = version.version
             and status not in ('canceled', 'revoked', 'expired')
         )
       )`,
    [input.merchants, input.signer, input.chainId, input.openSince],
  )
  return rows.map(({ merchant }) => merchant)
}
