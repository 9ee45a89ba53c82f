import { databaseNow } from '../../../db/columns.js'
import type { Queryable } from '../../../db/db.js'
import type { SignerRef } from '../outgoing.js'
import { endRequest, setError } from './progress-store.js'

/** Marks that a nonce seems to be used elsewhere, as of this block. `null` clears the mark. */
export async function setNonceUnresolved(
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

/** Marks that a transaction needs an operator: fees did not help, or its nonce is used. */
export async function markStuck(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update outgoing_transactions set stuck_since = ${databaseNow},
       ${endRequest({ result: "'The transaction that used its nonce was not found.'" })}
     where id = $1 and state in ('signed', 'sent')`,
    [id],
  )
  return rowCount === 1
}

/** Records that a planned transaction could not be signed, with the error if any. */
export async function recordSignFailure(
  db: Queryable,
  { id, error }: { id: string; error: string | null },
): Promise<void> {
  await db.query(
    `update outgoing_transactions set tried_at = ${databaseNow}, ${setError('$2')}
     where id = $1 and state = 'planned'`,
    [id, error],
  )
}

/** Lists the nonces in this range that no outgoing transaction uses, lowest first. */
export async function listNonceGaps(
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
