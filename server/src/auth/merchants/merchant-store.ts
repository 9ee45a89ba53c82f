import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'
import type { Plan } from '../plans.js'

type NewMerchant = {
  wallet: Address
  subscriptionId: string
  plan: Plan
  createdAt: UnixMs
  /** Defaults to `wallet`. Null for an unclaimed merchant. */
  owner?: Address | null
}

/**
 * Creates the merchant of a wallet, with the wallet as owner and a first subscription. Returns
 * false, without changes, when the merchant exists.
 */
export async function insertMerchant(db: Queryable, merchant: NewMerchant): Promise<boolean> {
  const { wallet, owner = wallet } = merchant
  const { rowCount } = await db.query(
    `with made as (
       insert into merchants (wallet, created_at, is_unclaimed) values ($1, $4, $5::text is null)
       on conflict (wallet) do nothing
       returning wallet
     ), owned as (
       insert into members (merchant, person, role, created_at, joined_at)
       select wallet, $5, 'owner', $4, $4 from made where $5::text is not null
     )
     insert into plan_subscriptions (merchant, id, plan, created_at)
     select wallet, $2, $3, $4 from made`,
    [wallet, merchant.subscriptionId, merchant.plan, merchant.createdAt, owner],
  )
  return rowCount === 1
}

/** Returns whether a wallet is a member of a merchant, or is the address of any merchant. */
export async function hasMerchant(db: Queryable, wallet: Address): Promise<boolean> {
  const { rowCount } = await db.query(
    `select 1 from members where person = $1 and joined_at is not null
     union all
     select 1 from merchants where wallet = $1
     limit 1`,
    [wallet],
  )
  return rowCount > 0
}

/** Locks a merchant until the transaction ends, so that counts made in the meantime stay valid. */
export async function lockMerchant(db: Queryable, merchant: Address): Promise<void> {
  await db.query('select wallet from merchants where wallet = $1 for no key update', [merchant])
}

/** Returns whether a merchant waits for a wallet to claim it. */
export async function isUnclaimed(db: Queryable, merchant: Address): Promise<boolean> {
  const { rows } = await db.query<{ isUnclaimed: boolean }>(
    'select is_unclaimed as "isUnclaimed" from merchants where wallet = $1',
    [merchant],
  )
  return rows[0]?.isUnclaimed ?? false
}

/** Marks an unclaimed merchant as claimed. Returns false when it is not unclaimed. */
export async function markClaimed(db: Queryable, merchant: Address): Promise<boolean> {
  const { rowCount } = await db.query(
    'update merchants set is_unclaimed = false where wallet = $1 and is_unclaimed',
    [merchant],
  )
  return rowCount === 1
}
