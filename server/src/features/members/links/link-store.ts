import type { PersonId, WalletlessId } from '../../../auth/person-id.js'
import type { Role } from '../../../auth/roles.js'
import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'
import { defineColumns } from '../../../platform/db/define-columns.js'

/** A link by which one person joins a merchant. */
export type InvitationLink = {
  merchant: Address
  id: string
  /** The id that the person gets if they join without a wallet. */
  person: WalletlessId
  /** A name that helps the merchant to tell links apart, or empty. */
  name: string
  role: Role
  invitedBy: PersonId
  createdAt: UnixMs
  expiresAt: UnixMs
  /** Null until a person joined with it. */
  usedAt: UnixMs | null
}

const columns = defineColumns<InvitationLink>({
  merchant: 'text',
  id: 'text',
  person: 'text',
  name: 'text',
  role: 'text',
  invitedBy: 'text',
  createdAt: 'time',
  expiresAt: 'time',
  usedAt: 'time',
})

export async function insertLink(
  db: Queryable,
  { tokenHash, ...link }: InvitationLink & { tokenHash: string },
): Promise<void> {
  const params = columns.paramsOf(link)
  await db.query(
    `insert into invitation_links (${columns.names}, token_hash)
     values (${columns.placeholders}, $${params.length + 1})`,
    [...params, tokenHash],
  )
}

/** Lists the links of a merchant that are neither used nor expired, oldest first. */
export async function listOpenLinks(
  db: Queryable,
  { merchant, now }: { merchant: Address; now: UnixMs },
): Promise<InvitationLink[]> {
  return columns.list(
    db,
    `select ${columns.fields} from invitation_links
     where merchant = $1 and used_at is null and expires_at > $2 order by created_at, id`,
    [merchant, now],
  )
}

export async function findLink(db: Queryable, tokenHash: string): Promise<InvitationLink | null> {
  return columns.find(db, `select ${columns.fields} from invitation_links where token_hash = $1`, [
    tokenHash,
  ])
}

/** Returns a link, locked until the transaction ends. */
export async function lockLink(db: Queryable, tokenHash: string): Promise<InvitationLink | null> {
  return columns.find(
    db,
    `select ${columns.fields} from invitation_links where token_hash = $1 for update`,
    [tokenHash],
  )
}

/** Returns an open link of a merchant by its id, locked until the transaction ends. */
export async function lockOpenLink(
  db: Queryable,
  { merchant, id, now }: { merchant: Address; id: string; now: UnixMs },
): Promise<InvitationLink | null> {
  return columns.find(
    db,
    `select ${columns.fields} from invitation_links
     where merchant = $1 and id = $2 and used_at is null and expires_at > $3 for update`,
    [merchant, id, now],
  )
}

export async function updateLinkUse(
  db: Queryable,
  use: { merchant: Address; id: string; usedAt: UnixMs; usedBy: PersonId },
): Promise<void> {
  await db.query(
    'update invitation_links set used_at = $3, used_by = $4 where merchant = $1 and id = $2',
    [use.merchant, use.id, use.usedAt, use.usedBy],
  )
}

export async function deleteLink(
  db: Queryable,
  { merchant, id }: { merchant: Address; id: string },
): Promise<void> {
  await db.query('delete from invitation_links where merchant = $1 and id = $2', [merchant, id])
}

/** Deletes links that expired before `before`, and returns how many. */
export async function deleteOldLinks(db: Queryable, before: UnixMs): Promise<number> {
  const { rowCount } = await db.query('delete from invitation_links where expires_at < $1', [
    before,
  ])
  return rowCount
}
