import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'

/**
 * Assigns hashes of a handle to a wallet. Returns false, and may have assigned some of them, when
 * another wallet has one or gave it up at or after `reservedFrom`.
 */
export async function takeHandle(
  db: Queryable,
  claim: { hashes: readonly string[]; wallet: Address; reservedFrom: UnixMs },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into user_handles (hash, wallet)
     select hash, $2 from unnest($1::text[]) as given (hash) order by hash
     on conflict (hash) do update set wallet = excluded.wallet, released_at = null
     where user_handles.wallet = excluded.wallet or user_handles.released_at < $3`,
    [claim.hashes, claim.wallet, claim.reservedFrom],
  )
  return rowCount === claim.hashes.length
}

/** Gives up the handles of a wallet, except those with the hashes to keep. */
export async function releaseHandles(
  db: Queryable,
  input: { wallet: Address; keptHashes: readonly string[]; releasedAt: UnixMs },
): Promise<void> {
  await db.query(
    `update user_handles set released_at = $3
     where wallet = $1 and hash <> all($2) and released_at is null`,
    [input.wallet, input.keptHashes, input.releasedAt],
  )
}

/** Removes the wallet from the handles that it gave up. They stay reserved. */
export async function forgetReleasedHandles(db: Queryable, wallet: Address): Promise<void> {
  await db.query(
    'update user_handles set wallet = null where wallet = $1 and released_at is not null',
    [wallet],
  )
}

/** Frees a batch of handles that were given up before a time, and returns their number. */
export async function freeHandlesBefore(
  db: Queryable,
  { before, limit }: { before: UnixMs; limit: number },
): Promise<number> {
  const { rowCount } = await db.query(
    `delete from user_handles where hash in (
       select hash from user_handles where released_at < $1
       order by released_at limit $2 for update skip locked
     )`,
    [before, limit],
  )
  return rowCount
}
