import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'
import { defineColumns } from '../../platform/db/define-columns.js'
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

const invitationColumns = defineColumns<Invitation>({
  id: { kind: 'text', name: 'invitation_id' },
  merchant: 'text',
  role: 'text',
  createdAt: 'time',
  joinedAt: 'time',
})

/** Lists a wallet's newest open invitations, of one merchant or of all. */
export async function listOpenInvitations(
  db: Queryable,
  { wallet, merchant, limit }: { wallet: Address; merchant: Address | null; limit: number },
): Promise<Invitation[]> {
  return invitationColumns.list(
    db,
    `select ${invitationColumns.fields} from members
     where person = $1 and joined_at is null and ($2::text is null or merchant = $2)
     order by created_at desc, merchant limit $3`,
    [wallet, merchant, limit],
  )
}

/** Locks an invitation of a wallet, open or accepted, until the transaction ends. */
export async function lockInvitation(
  db: Queryable,
  { wallet, id }: { wallet: Address; id: string },
): Promise<Invitation | null> {
  return invitationColumns.find(
    db,
    `select ${invitationColumns.fields} from members where person = $1 and invitation_id = $2 for update`,
    [wallet, id],
  )
}

export async function updateJoinedAt(
  db: Queryable,
  member: { merchant: Address; wallet: Address; joinedAt: UnixMs },
): Promise<void> {
  await db.query('update members set joined_at = $3 where merchant = $1 and person = $2', [
    member.merchant,
    member.wallet,
    member.joinedAt,
  ])
}
