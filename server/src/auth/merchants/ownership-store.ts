import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'
import { defineColumns } from '../../platform/db/define-columns.js'

/** The owner of a merchant and the wallet that can replace it. */
export type Ownership = {
  merchant: Address
  owner: Address
  /** Part of every message that changes the owner. Each change replaces it, to prevent replays. */
  nonce: string
  recoveryWallet: Address | null
  /** When the removal of the recovery wallet takes effect. Null if none is planned. */
  recoveryRemovedAt: UnixMs | null
}

const ownershipColumns = defineColumns<Ownership>({
  merchant: { kind: 'text', sql: 'merchants.wallet' },
  owner: { kind: 'text', sql: 'members.person' },
  nonce: { kind: 'text', name: 'ownership_nonce' },
  recoveryWallet: 'text',
  recoveryRemovedAt: 'time',
})

const ownerships = `select ${ownershipColumns.fields}
  from merchants join members on members.merchant = merchants.wallet and members.role = 'owner'`

export async function findOwnership(db: Queryable, merchant: Address): Promise<Ownership | null> {
  return ownershipColumns.find(db, `${ownerships} where merchants.wallet = $1`, [merchant])
}

/** Lists the merchants that a wallet can recover. */
export async function listRecoverable(
  db: Queryable,
  { wallet, now, limit }: { wallet: Address; now: UnixMs; limit: number },
): Promise<Ownership[]> {
  return ownershipColumns.list(
    db,
    `${ownerships}
     where recovery_wallet = $1 and (recovery_removed_at is null or recovery_removed_at > $2)
     order by merchants.wallet limit $3`,
    [wallet, now, limit],
  )
}

/**
 * Sets the recovery wallet and replaces the nonce. Returns false, without changes, when `nonce` is
 * not current.
 */
export async function updateRecovery(
  db: Queryable,
  change: Pick<Ownership, 'merchant' | 'nonce' | 'recoveryWallet' | 'recoveryRemovedAt'>,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update merchants
     set ownership_nonce = gen_random_uuid()::text, recovery_wallet = $3, recovery_removed_at = $4
     where wallet = $1 and ownership_nonce = $2`,
    [change.merchant, change.nonce, change.recoveryWallet, change.recoveryRemovedAt],
  )
  return rowCount === 1
}

/** Makes another wallet the owner. The former owner is no longer a member. */
export async function replaceOwner(
  db: Queryable,
  change: { merchant: Address; owner: Address; newOwner: Address; at: UnixMs },
): Promise<void> {
  const { merchant, owner, newOwner, at } = change
  await db.query('delete from members where merchant = $1 and person = any($2)', [
    merchant,
    [owner, newOwner],
  ])
  await insertOwner(db, { merchant, wallet: newOwner, at })
}

/** Makes a wallet the owner of a merchant that has none. */
export async function insertOwner(
  db: Queryable,
  { merchant, wallet, at }: { merchant: Address; wallet: Address; at: UnixMs },
): Promise<void> {
  await db.query(
    `insert into members (merchant, person, role, created_at, joined_at)
     values ($1, $2, 'owner', $3, $3)`,
    [merchant, wallet, at],
  )
}
