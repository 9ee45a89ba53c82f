import type { Hash } from '../../../lib/hex.js'
import { hasEnded } from '../../../platform/chain/outgoing/outgoing-sql.js'
import type { Queryable } from '../../../platform/db/db.js'
import { hasPaidOut } from '../own-transaction-sql.js'

/**
 * Lists mined flushes whose money has not arrived, and mined distributions without a payout. Those
 * of a flush that arrived or a distribution that paid are recorded already.
 */
export async function listUnrecorded(
  db: Queryable,
  {
    chainId,
    confirmedThrough,
    limit,
  }: { chainId: number; confirmedThrough: bigint; limit: number },
): Promise<{ hash: Hash; blockHash: Hash }[]> {
  const { rows } = await db.query<{ hash: Hash; block_hash: Hash }>(
    `select distinct sent.hash, sent.block_hash
     from (
       select native_flush_key as key, false as is_distribution from deposits
       where chain_id = $1 and native_flush_key is not null
       union
       select flush_key, false from payments
       where chain_id = $1 and flush_key is not null and arrived_block is null
         and state <> 'orphaned'
       union
       select distribute_key, true from split_totals
       where chain_id = $1 and distribute_key is not null
     ) as moving join outgoing_transactions as sent on sent.chain_id = $1 and sent.key = moving.key
     where sent.state in ('mined', 'final') and ${hasEnded}
       and not (is_distribution and ${hasPaidOut}) limit $3`,
    [chainId, confirmedThrough, limit],
  )
  return rows.map((row) => ({ hash: row.hash, blockHash: row.block_hash }))
}
