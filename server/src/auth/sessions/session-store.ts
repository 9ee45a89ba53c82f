import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import { toTime, valuesOf } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import { defineColumns } from '../../platform/db/define-columns.js'
import type { PersonId } from '../person-id.js'
import type { Role } from '../roles.js'

/** A person's role at a merchant. */
export type Membership = { merchant: Address; role: Role; isSuspended: boolean }

export async function insertSession(
  db: Queryable,
  session: {
    person: PersonId
    id: string
    createdAt: UnixMs
    expiresAt: UnixMs
    userAgent: string
  },
): Promise<void> {
  await db.query(
    `insert into sessions (person, id, created_at, verified_at, expires_at, user_agent)
     values ($1, $2, $3, $3, $4, $5)`,
    [session.person, session.id, session.createdAt, session.expiresAt, session.userAgent],
  )
}

/** Facts of an active session. */
export type ActiveSession = {
  /** When the person last proved their identity in this session. */
  verifiedAt: UnixMs
  /** Owned merchants first. */
  memberships: readonly Membership[]
}

/** Returns an active session, or null if it has ended or never existed. */
export async function findSession(
  db: Queryable,
  session: { person: PersonId; id: string; now: UnixMs },
): Promise<ActiveSession | null> {
  const { rows } = await db.query<{
    verified_at: string
    merchant: Address | null
    role: Role | null
    is_suspended: boolean
  }>(
    `select s.verified_at, m.merchant, m.role, merchants.suspended_at is not null as is_suspended
     from sessions s
     left join members m on m.person = s.person and m.joined_at is not null
     left join merchants on merchants.wallet = m.merchant
     where s.person = $1 and s.id = $2 and s.ended_at is null and s.expires_at > $3
     order by (m.role = 'owner') desc, (m.merchant = s.person) desc, m.joined_at, m.merchant`,
    [session.person, session.id, session.now],
  )
  const [first] = rows
  if (!first) return null
  const memberships = rows.flatMap(({ merchant, role, is_suspended: isSuspended }) =>
    merchant && role ? [{ merchant, role, isSuspended }] : [],
  )
  return { verifiedAt: toTime(first.verified_at), memberships }
}

/** Lists those of these sessions that are active, with the same memberships. */
export async function listActiveSessions(
  db: Queryable,
  { sessions, now }: { sessions: readonly { person: PersonId; id: string }[]; now: UnixMs },
): Promise<(ActiveSession & { id: string; person: PersonId })[]> {
  const { rows } = await db.query<{
    id: string
    person: PersonId
    verified_at: string
    memberships: Membership[] | null
  }>(
    `select s.id, s.person, s.verified_at, (
       select json_agg(
         json_build_object('merchant', m.merchant, 'role', m.role,
           'isSuspended', merchants.suspended_at is not null)
         order by (m.role = 'owner') desc, (m.merchant = s.person) desc, m.joined_at, m.merchant
       )
       from members m join merchants on merchants.wallet = m.merchant
       where m.person = s.person and m.joined_at is not null
     ) as memberships
     from unnest($1::text[], $2::text[]) as wanted (person, id)
     join sessions s on s.person = wanted.person and s.id = wanted.id
     where s.ended_at is null and s.expires_at > $3`,
    [sessions.map(({ person }) => person), sessions.map(({ id }) => id), now],
  )
  return rows.map(({ id, person, verified_at, memberships }) => ({
    id,
    person,
    verifiedAt: toTime(verified_at),
    memberships: memberships ?? [],
  }))
}

/** Lists the roles at merchants that active sessions give. */
export async function listSessionRoles(
  db: Queryable,
  {
    sessions,
    now,
  }: {
    sessions: readonly { person: PersonId; id: string; merchant: Address | null }[]
    now: UnixMs
  },
): Promise<{ id: string; merchant: Address; role: Role }[]> {
  const { rows } = await db.query<{ id: string; merchant: Address; role: Role }>(
    `select s.id, m.merchant, m.role
     from unnest($1::text[], $2::text[], $3::text[]) as wanted (person, id, merchant)
     join sessions s on s.person = wanted.person and s.id = wanted.id
     join members m on m.person = s.person and m.merchant = wanted.merchant
     where s.ended_at is null and s.expires_at > $4 and m.joined_at is not null`,
    [...valuesOf(sessions, ['person', 'id', 'merchant']), now],
  )
  return rows
}

/** Records that the person of an active session proved their identity again. */
export async function updateVerifiedAt(
  db: Queryable,
  session: { person: PersonId; id: string; verifiedAt: UnixMs },
): Promise<void> {
  await db.query(
    `update sessions set verified_at = $3
     where person = $1 and id = $2 and ended_at is null and expires_at > $3`,
    [session.person, session.id, session.verifiedAt],
  )
}

/** A session as its owner sees it. */
export type ListedSession = {
  id: string
  createdAt: UnixMs
  verifiedAt: UnixMs
  expiresAt: UnixMs
  userAgent: string
}

const listedColumns = defineColumns<ListedSession>({
  id: 'text',
  createdAt: 'time',
  verifiedAt: 'time',
  expiresAt: 'time',
  userAgent: 'text',
})

/** Lists the newest active sessions of a person. */
export async function listSessions(
  db: Queryable,
  { person, now, limit }: { person: PersonId; now: UnixMs; limit: number },
): Promise<ListedSession[]> {
  return listedColumns.list(
    db,
    `select ${listedColumns.fields} from sessions
     where person = $1 and ended_at is null and expires_at > $2
     order by created_at desc, id limit $3`,
    [person, now, limit],
  )
}

/**
 * Ends one active session of a person, or all of them, as of the next request to any process.
 * Returns how many.
 */
export async function endSessions(
  db: Queryable,
  sessions: { person: PersonId; id: string | null; endedAt: UnixMs },
): Promise<number> {
  const { rowCount } = await db.query(
    `update sessions set ended_at = $3
     where person = $1 and ($2::text is null or id = $2) and ended_at is null`,
    [sessions.person, sessions.id, sessions.endedAt],
  )
  return rowCount
}

/** Marks a nonce as used. Returns false when it was used before. */
export async function insertUsedNonce(
  db: Queryable,
  { nonce, expiresAt }: { nonce: string; expiresAt: UnixMs },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'insert into used_nonces (nonce, expires_at) values ($1, $2) on conflict (nonce) do nothing',
    [nonce, expiresAt],
  )
  return rowCount === 1
}

/** Deletes sessions and nonces that expired before `before`, and returns how many. */
export async function deleteOldSessions(
  db: Queryable,
  before: UnixMs,
): Promise<{ sessions: number; nonces: number }> {
  const sessions = await db.query('delete from sessions where expires_at < $1', [before])
  const nonces = await db.query('delete from used_nonces where expires_at < $1', [before])
  return { sessions: sessions.rowCount, nonces: nonces.rowCount }
}
