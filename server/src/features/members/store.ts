import type { Role } from '../../auth/roles.js'
import type { Address } from '../../lib/hex.js'
import { type UnixMs, unixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'

/** Somebody who works for a merchant, or is invited to. */
export type Member = {
  wallet: Address
  role: Role
  invitedBy: Address | null
  createdAt: UnixMs
  /** `null` until they have signed in. */
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

/** Everybody at a merchant, the owner first. */
export async function listMembers(db: Queryable, merchant: Address): Promise<Member[]> {
  const { rows } = await db.query<MemberRow>(
    `select ${columns} from members where merchant = $1
     order by (role = 'owner') desc, created_at, wallet`,
    [merchant],
  )
  return rows.map(toMember)
}

/** One member, held until the transaction ends. */
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

/** Invites somebody. Returns `null` when they are there already. */
export async function insertMember(
  db: Queryable,
  member: Omit<Member, 'joinedAt'> & { merchant: Address },
): Promise<Member | null> {
  const { rows } = await db.query<MemberRow>(
    `insert into members (merchant, wallet, role, invited_by, created_at)
     values ($1, $2, $3, $4, $5) on conflict (merchant, wallet) do nothing
     returning ${columns}`,
    [member.merchant, member.wallet, member.role, member.invitedBy, member.createdAt],
  )
  return rows[0] ? toMember(rows[0]) : null
}

/** Gives a member another role. */
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

/** Takes somebody away from a merchant. */
export async function deleteMember(
  db: Queryable,
  { merchant, wallet }: { merchant: Address; wallet: Address },
): Promise<void> {
  await db.query('delete from members where merchant = $1 and wallet = $2', [merchant, wallet])
}

/** Turns a wallet's invitations into memberships and returns those that were new. */
export async function acceptInvitations(
  db: Queryable,
  { wallet, joinedAt }: { wallet: Address; joinedAt: UnixMs },
): Promise<{ merchant: Address; role: Role }[]> {
  const { rows } = await db.query<{ merchant: Address; role: Role }>(
    `update members set joined_at = $2 where wallet = $1 and joined_at is null
     returning merchant, role`,
    [wallet, joinedAt],
  )
  return rows
}

function toMember(row: MemberRow): Member {
  return {
    wallet: row.wallet,
    role: row.role,
    invitedBy: row.invited_by,
    createdAt: unixMs(Number(row.created_at)),
    joinedAt: row.joined_at === null ? null : unixMs(Number(row.joined_at)),
  }
}
