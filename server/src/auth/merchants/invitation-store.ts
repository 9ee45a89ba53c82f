import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import { toTime, toTimeOrNull } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import type { Role } from '../roles.js'

/** An invitation of a wallet to a merchant. */
export type Invitation = {
  id: string
  merchant: Address
  role: Role
  createdAt: UnixMs
  /** Null until the wallet accepts. */
  joinedAt: UnixMs | null
}

type InvitationRow = {
  invitation_id: string
  merchant: Address
  role: Role
  created_at: string
  joined_at: string | null
}

const columns = 'invitation_id, merchant, role, created_at, joined_at'

/** Lists a wallet's newest open invitations, of one merchant or of all. */
export async function listOpenInvitations(
  db: Queryable,
  { wallet, merchant, limit }: { wallet: Address; merchant: Address | null; limit: number },
): Promise<Invitation[]> {
  const { rows } = await db.query<InvitationRow>(
    `select ${columns} from members
     where wallet = $1 and joined_at is null and ($2::text is null or merchant = $2)
     order by created_at desc, merchant limit $3`,
    [wallet, merchant, limit],
  )
  return rows.map(toInvitation)
}

/** Locks an invitation of a wallet, open or accepted, until the transaction ends. */
export async function lockInvitation(
  db: Queryable,
  { wallet, id }: { wallet: Address; id: string },
): Promise<Invitation | null> {
  const { rows } = await db.query<InvitationRow>(
    `select ${columns} from members where wallet = $1 and invitation_id = $2 for update`,
    [wallet, id],
  )
  return rows[0] ? toInvitation(rows[0]) : null
}

export async function updateJoinedAt(
  db: Queryable,
  member: { merchant: Address; wallet: Address; joinedAt: UnixMs },
): Promise<void> {
  await db.query('update members set joined_at = $3 where merchant = $1 and wallet = $2', [
    member.merchant,
    member.wallet,
    member.joinedAt,
  ])
}

function toInvitation(row: InvitationRow): Invitation {
  return {
    id: row.invitation_id,
    merchant: row.merchant,
    role: row.role,
    createdAt: toTime(row.created_at),
    joinedAt: toTimeOrNull(row.joined_at),
  }
}
