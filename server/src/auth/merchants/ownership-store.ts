import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import { toTimeOrNull } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'

/** The owner of a merchant and the wallet that can replace it. */
export type Ownership = {
  merchant: Address
  owner: Address
  /** Part of every message that changes the ownership. Each change replaces it, so no message works twice. */
  nonce: string
  recoveryWallet: Address | null
  /** When the removal of the recovery wallet takes effect. Null if none is planned. */
  recoveryRemovedAt: UnixMs | null
}

type OwnershipRow = {
  merchant: Address
  owner: Address
  ownership_nonce: string
  recovery_wallet: Address | null
  recovery_removed_at: string | null
}

const ownerships = `
  select merchants.wallet as merchant, members.wallet as owner, ownership_nonce, recovery_wallet, recovery_removed_at
  from merchants join members on members.merchant = merchants.wallet and members.role = 'owner'`

export async function findOwnership(db: Queryable, merchant: Address): Promise<Ownership | null> {
  const { rows } = await db.query<OwnershipRow>(`${ownerships} where merchants.wallet = $1`, [
    merchant,
  ])
  return rows[0] ? toOwnership(rows[0]) : null
}

/** Lists the merchants that a wallet can recover. */
export async function listRecoverable(
  db: Queryable,
  { wallet, now, limit }: { wallet: Address; now: UnixMs; limit: number },
): Promise<Ownership[]> {
  const { rows } = await db.query<OwnershipRow>(
    `${ownerships}
     where recovery_wallet = $1 and (recovery_removed_at is null or recovery_removed_at > $2)
     order by merchants.wallet limit $3`,
    [wallet, now, limit],
  )
  return rows.map(toOwnership)
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
  await db.query('delete from members where merchant = $1 and wallet = any($2)', [
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
    `insert into members (merchant, wallet, role, created_at, joined_at)
     values ($1, $2, 'owner', $3, $3)`,
    [merchant, wallet, at],
  )
}

function toOwnership(row: OwnershipRow): Ownership {
  return {
    merchant: row.merchant,
    owner: row.owner,
    nonce: row.ownership_nonce,
    recoveryWallet: row.recovery_wallet,
    recoveryRemovedAt: toTimeOrNull(row.recovery_removed_at),
  }
}
