import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'
import { defineColumns } from '../../platform/db/define-columns.js'
import type { PersonId } from '../person-id.js'
import type { Role } from '../roles.js'

/** A member of a merchant, or an invitation. */
export type Member = {
  person: PersonId
  role: Role
  invitedBy: PersonId | null
  createdAt: UnixMs
  /** Null until the member accepts. */
  joinedAt: UnixMs | null
}

const memberColumns = defineColumns<Member>({
  person: 'text',
  role: 'text',
  invitedBy: 'text',
  createdAt: 'time',
  joinedAt: 'time',
})
/** A member as the merchant sees them. */
export type ListedMember = Member & {
  /** Null for people with a wallet. */
  name: string | null
}

const listedColumns = memberColumns.with<{ name: string | null }>({
  name: { kind: 'text', sql: '(select people.name from people where people.id = members.person)' },
})
const membershipColumns = memberColumns.with<{ merchant: Address }>({ merchant: 'text' })

/** Lists members and invitations, owner first. */
export async function listMembers(db: Queryable, merchant: Address): Promise<ListedMember[]> {
  return listedColumns.list(
    db,
    `select ${listedColumns.fields} from members where merchant = $1
     order by (role = 'owner') desc, created_at, person`,
    [merchant],
  )
}

/** Lists the memberships and invitations of people at all merchants. */
export async function listMemberships(
  db: Queryable,
  people: readonly PersonId[],
): Promise<(Member & { merchant: Address })[]> {
  return membershipColumns.list(
    db,
    `select ${membershipColumns.fields} from members where person = any($1) order by merchant, person`,
    [people],
  )
}

/** Returns the wallet that owns a merchant, or null when there is no such merchant. */
export async function findOwner(db: Queryable, merchant: Address): Promise<Address | null> {
  const { rows } = await db.query<{ wallet: Address }>(
    `select person as wallet from members where merchant = $1 and role = 'owner'`,
    [merchant],
  )
  return rows[0]?.wallet ?? null
}

/** Returns a merchant that a wallet owns, or null: that of its own address, else its first. */
export async function findOwnedMerchant(db: Queryable, wallet: Address): Promise<Address | null> {
  const { rows } = await db.query<{ merchant: Address }>(
    `select merchant from members where person = $1 and role = 'owner' and joined_at is not null
     order by (merchant = person) desc, joined_at, merchant limit 1`,
    [wallet],
  )
  return rows[0]?.merchant ?? null
}

/** Returns the role of a person who joined a merchant, or null. */
export async function findRole(
  db: Queryable,
  { merchant, person }: { merchant: Address; person: PersonId },
): Promise<Role | null> {
  const { rows } = await db.query<{ role: Role }>(
    'select role from members where merchant = $1 and person = $2 and joined_at is not null',
    [merchant, person],
  )
  return rows[0]?.role ?? null
}

/** Locks a member until the transaction ends. */
export async function lockMember(
  db: Queryable,
  { merchant, person }: { merchant: Address; person: PersonId },
): Promise<ListedMember | null> {
  return listedColumns.find(
    db,
    `select ${listedColumns.fields} from members where merchant = $1 and person = $2 for update`,
    [merchant, person],
  )
}

export async function insertMember(
  db: Queryable,
  member: Member & { merchant: Address; invitationId: string },
): Promise<void> {
  await db.query(
    `insert into members (merchant, person, role, invited_by, created_at, joined_at, invitation_id)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      member.merchant,
      member.person,
      member.role,
      member.invitedBy,
      member.createdAt,
      member.joinedAt,
      member.invitationId,
    ],
  )
}

/** Makes a person a member with a role, whether they were one before or not. */
export async function upsertMember(
  db: Queryable,
  member: { merchant: Address; person: PersonId; role: Role; at: UnixMs },
): Promise<void> {
  await db.query(
    `insert into members (merchant, person, role, created_at, joined_at)
     values ($1, $2, $3, $4, $4)
     on conflict (merchant, person) do update
     set role = excluded.role, joined_at = coalesce(members.joined_at, excluded.joined_at)`,
    [member.merchant, member.person, member.role, member.at],
  )
}

export async function updateMemberRole(
  db: Queryable,
  member: { merchant: Address; person: PersonId; role: Role },
): Promise<void> {
  await db.query('update members set role = $3 where merchant = $1 and person = $2', [
    member.merchant,
    member.person,
    member.role,
  ])
}

export async function deleteMember(
  db: Queryable,
  { merchant, person }: { merchant: Address; person: PersonId },
): Promise<void> {
  await db.query('delete from members where merchant = $1 and person = $2', [merchant, person])
}
