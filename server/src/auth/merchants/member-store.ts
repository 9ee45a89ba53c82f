import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import { toTime, toTimeOrNull } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import type { Role } from '../roles.js'

/** A member of a merchant, or an invitation. */
export type Member = {
  wallet: Address
  role: Role
  invitedBy: Address | null
  createdAt: UnixMs
  /** Null until the member accepts. */
  joinedAt: UnixMs | null
}

type MemberRow = {
  wallet: Address
  role: Role
  invited_by: Address | null
  created_at: string
  joined_at: string | null
}

const columns = 'wallet, role, invited_by, created_at, joined_at'

/** Lists members and invitations, owner first. */
export async function listMembers(db: Queryable, merchant: Address): Promise<Member[]> {
  const { rows } = await db.query<MemberRow>(
    `select ${columns} from members where merchant = $1
     order by (role = 'owner') desc, created_at, wallet`,
    [merchant],
  )
  return rows.map(toMember)
}

/** Lists the memberships and invitations of wallets at all merchants. */
export async function listMemberships(
  db: Queryable,
  wallets: readonly Address[],
): Promise<(Member & { merchant: Address })[]> {
  const { rows } = await db.query<MemberRow & { merchant: Address }>(
    `select merchant, ${columns} from members where wallet = any($1) order by merchant, wallet`,
    [wallets],
  )
  return rows.map((row) => ({ ...toMember(row), merchant: row.merchant }))
}

/** Returns the wallet that owns a merchant, or null when there is no such merchant. */
export async function findOwner(db: Queryable, merchant: Address): Promise<Address | null> {
  const { rows } = await db.query<{ wallet: Address }>(
    `select wallet from members where merchant = $1 and role = 'owner'`,
    [merchant],
  )
  return rows[0]?.wallet ?? null
}

/** Returns a merchant that a wallet owns, or null: the one of its own address, or else the first it got. */
export async function findOwnedMerchant(db: Queryable, wallet: Address): Promise<Address | null> {
  const { rows } = await db.query<{ merchant: Address }>(
    `select merchant from members where wallet = $1 and role = 'owner' and joined_at is not null
     order by (merchant = wallet) desc, joined_at, merchant limit 1`,
    [wallet],
  )
  return rows[0]?.merchant ?? null
}

/** Locks a member until the transaction ends. */
export async function lockMember(
  db: Queryable,
  { merchant, wallet }: { merchant: Address; wallet: Address },
): Promise<Member | null> {
  const { rows } = await db.query<MemberRow>(
    `select ${columns} from members where merchant = $1 and wallet = $2 for update`,
    [merchant, wallet],
  )
  return rows[0] ? toMember(rows[0]) : null
}

export async function insertMember(
  db: Queryable,
  member: Omit<Member, 'joinedAt'> & { merchant: Address; invitationId: string },
): Promise<void> {
  await db.query(
    `insert into members (merchant, wallet, role, invited_by, created_at, invitation_id)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      member.merchant,
      member.wallet,
      member.role,
      member.invitedBy,
      member.createdAt,
      member.invitationId,
    ],
  )
}

export async function updateMemberRole(
  db: Queryable,
  member: { merchant: Address; wallet: Address; role: Role },
): Promise<void> {
  await db.query('update members set role = $3 where merchant = $1 and wallet = $2', [
    member.merchant,
    member.wallet,
    member.role,
  ])
}

export async function deleteMember(
  db: Queryable,
  { merchant, wallet }: { merchant: Address; wallet: Address },
): Promise<void> {
  await db.query('delete from members where merchant = $1 and wallet = $2', [merchant, wallet])
}

function toMember(row: MemberRow): Member {
  return {
    wallet: row.wallet,
    role: row.role,
    invitedBy: row.invited_by,
    createdAt: toTime(row.created_at),
    joinedAt: toTimeOrNull(row.joined_at),
  }
}
