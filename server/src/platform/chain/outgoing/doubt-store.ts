import { databaseNow } from '../../db/database-now.js'
import type { Queryable } from '../../db/db.js'
import { errorIs } from './fragments-store.js'
import type { SignerRef } from './outgoing.js'

/** Remembers that a nonce seems to be somebody else's, at this height; `null` when it does not any more. */
export async function noteDoubt(
  db: Queryable,
  { id, block }: { id: string; block: bigint | null },
): Promise<void> {
  await db.query(
    `update outgoing_transactions
     set taken_at_block = $2, taken_since = case when $2::bigint is null then null else ${databaseNow} end,
       stuck_since = case when $2::bigint is null then null else stuck_since end
     where id = $1 and state in ('signed', 'sent')`,
    [id, block],
  )
}

/** Remembers that higher fees have not helped. */
export async function noteStuck(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update outgoing_transactions set stuck_since = ${databaseNow}
     where id = $1 and state in ('signed', 'sent')`,
    [id],
  )
  return rowCount === 1
}

/** Remembers that a planned one could not be signed, and why if it is worth saying. */
export async function noteTried(
  db: Queryable,
  { id, error }: { id: string; error: string | null },
): Promise<void> {
  await db.query(
    `update outgoing_transactions set tried_at = ${databaseNow}, ${errorIs('$2')}
     where id = $1 and state = 'planned'`,
    [id, error],
  )
}

/** Nonces in this range that no transaction of ours holds, lowest first. */
export async function listUnheldNonces(
  db: Queryable,
  range: SignerRef & { from: number; to: number; limit: number },
): Promise<number[]> {
  const { rows } = await db.query<{ nonce: string }>(
    `select nonce from generate_series($3::bigint, $4::bigint) as nonce
     where not exists (
       select from outgoing_transactions t
       where t.chain_id = $1 and t.signer = $2 and t.nonce = nonce.nonce
     )
     order by nonce limit $5`,
    [range.chainId, range.signer, range.from, range.to, range.limit],
  )
  return rows.map((row) => Number(row.nonce))
}
