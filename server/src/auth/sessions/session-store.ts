import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'
import type { Role } from '../roles.js'

/** A person's role at a merchant. */
export type Membership = { merchant: Address; role: Role; isSuspended: boolean }

export async function insertSession(
  db: Queryable,
  session: { wallet: Address; id: string; createdAt: UnixMs; expiresAt: UnixMs },
): Promise<void> {
  await db.query(
    'insert into sessions (wallet, id, created_at, expires_at) values ($1, $2, $3, $4)',
    [session.wallet, session.id, session.createdAt, session.expiresAt],
  )
}

/** Lists the memberships of an active session, owned merchants first. Returns `null` if it is not active. */
export async function findSessionMemberships(
  db: Queryable,
  session: { wallet: Address; id: string; now: UnixMs },
): Promise<Membership[] | null> {
  const { rows } = await db.query<{
    merchant: Address | null
    role: Role | null
    is_suspended: boolean
  }>(
    `select m.merchant, m.role, merchants.suspended_at is not null as is_suspended
     from sessions s
     left join members m on m.wallet = s.wallet and m.joined_at is not null
     left join merchants on merchants.wallet = m.merchant
     where s.wallet = $1 and s.id = $2 and s.ended_at is null and s.expires_at > $3
     order by (m.role = 'owner') desc, (m.merchant = s.wallet) desc, m.joined_at, m.merchant`,
    [session.wallet, session.id, session.now],
  )
  if (rows.length === 0) return null
  return rows.flatMap(({ merchant, role, is_suspended: isSuspended }) =>
    merchant && role ? [{ merchant, role, isSuspended }] : [],
  )
}

/** Lists those of these sessions that are active, with the same memberships. */
export async function listActiveSessions(
  db: Queryable,
  { sessions, now }: { sessions: readonly { wallet: Address; id: string }[]; now: UnixMs },
): Promise<{ id: string; wallet: Address; memberships: Membership[] }[]> {
  const { rows } = await db.query<{
    id: string
    wallet: Address
    memberships: Membership[] | null
  }>(
    `select s.id, s.wallet, (
       select json_agg(
         json_build_object('merchant', m.merchant, 'role', m.role,
           'isSuspended', merchants.suspended_at is not null)
         order by (m.role = 'owner') desc, (m.merchant = s.wallet) desc, m.joined_at, m.merchant
       )
       from members m join merchants on merchants.wallet = m.merchant
       where m.wallet = s.wallet and m.joined_at is not null
     ) as memberships
     from unnest($1::text[], $2::text[]) as wanted (wallet, id)
     join sessions s on s.wallet = wanted.wallet and s.id = wanted.id
     where s.ended_at is null and s.expires_at > $3`,
    [sessions.map(({ wallet }) => wallet), sessions.map(({ id }) => id), now],
  )
  return rows.map(({ id, wallet, memberships }) => ({ id, wallet, memberships: memberships ?? [] }))
}

/** Lists the roles at merchants that active sessions give. */
export async function listSessionRoles(
  db: Queryable,
  {
    sessions,
    now,
  }: {
    sessions: readonly { wallet: Address; id: string; merchant: Address | null }[]
    now: UnixMs
  },
): Promise<{ id: string; merchant: Address; role: Role }[]> {
  const { rows } = await db.query<{ id: string; merchant: Address; role: Role }>(
    `select s.id, m.merchant, m.role
     from unnest($1::text[], $2::text[], $3::text[]) as wanted (wallet, id, merchant)
     join sessions s on s.wallet = wanted.wallet and s.id = wanted.id
     join members m on m.wallet = s.wallet and m.merchant = wanted.merchant
     where s.ended_at is null and s.expires_at > $4 and m.joined_at is not null`,
    [
      sessions.map(({ wallet }) => wallet),
      sessions.map(({ id }) => id),
      sessions.map(({ merchant }) => merchant),
      now,
    ],
  )
  return rows
}

/** Ends one session of a wallet, or all of them. Takes effect with the next request to any process. */
export async function endSessions(
  db: Queryable,
  sessions: { wallet: Address; id: string | null; now: UnixMs },
): Promise<void> {
  await db.query(
    `update sessions set ended_at = $3
     where wallet = $1 and ($2::text is null or id = $2) and ended_at is null`,
    [sessions.wallet, sessions.id, sessions.now],
  )
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
