import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'

/** Records that a public user was seen, unless that was recorded at or after `notSince`. Private users have no presence. */
export async function recordSeen(
  db: Queryable,
  { wallet, now, notSince }: { wallet: Address; now: UnixMs; notSince: UnixMs },
): Promise<void> {
  await db.query(
    `insert into user_presence (wallet, seen_at)
     select wallet, $2 from public_users where wallet = $1 for key share
     on conflict (wallet) do update set seen_at = excluded.seen_at
     where user_presence.seen_at < $3`,
    [wallet, now, notSince],
  )
}
