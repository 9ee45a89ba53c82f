import type { Address, Hash } from '../../../lib/hex.js'
import { HOUR_MS, type UnixMs } from '../../../lib/time.js'
import { hasEnded, isKnown, retryAfter } from '../../../platform/chain/outgoing/outgoing-sql.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { Distribution } from '../../payments/payment.js'
import type { SplitAsset } from '../books/split-total-store.js'
import { hasPaidOut } from '../own-transaction-sql.js'
import { hasBurned, isRefused } from '../read-model/held-money-store.js'

/** Lists a split again only after some time, whatever arrives. */
export async function postponeDistribution(
  db: Queryable,
  { chainId, split, token, until }: SplitAsset & { until: UnixMs },
): Promise<void> {
  await db.query(
    `update split_totals set distribute_after = $4, distribute_failed_block = null
     where chain_id = $1 and split = $2 and token = $3 and distribute_key is null`,
    [chainId, split, token, until],
  )
}

/** Assigns a distribution. Returns false when another one is assigned already. */
export async function assignDistribution(
  db: Queryable,
  { chainId, split, token, key }: SplitAsset & { key: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update split_totals set distribute_key = $4
     where chain_id = $1 and split = $2 and token = $3 and distribute_key is null`,
    [chainId, split, token, key],
  )
  return rowCount === 1
}

/**
 * Ends finished distributions, and returns those that paid out. All money that arrived before them
 * counts as paid out: a recipient that was skipped keeps its claim in the contract, so sending
 * again would not help. After a failure the money that failed waits; later money does not. If
 * recipients burned gas, all native token of the split waits, up to an hour.
 */
export async function endDistributions(
  db: Queryable,
  input: {
    chainId: number
    cursor: bigint
    now: UnixMs
    /** The mined distributions whose logs were read. */
    hashes: readonly Hash[]
  },
): Promise<Distribution[]> {
  const retryAt = retryAfter('$3', 'totals.distribute_failures')
  const hasFailed = `(sent.state in ('failed', 'reverted') or ${isRefused})`
  const { rows } = await db.query<{
    split: Address
    token: Address
    block_number: string | null
  }>(
    `update split_totals as totals set distribute_key = null,
       distribute_failures = case when ${hasFailed} or ${hasBurned}
         then totals.distribute_failures + 1 else 0 end,
       distribute_after = case when ${hasFailed} then ${retryAt}
         when ${hasBurned} then least(${retryAt}, $3::bigint + ${HOUR_MS}) else 0 end,
       distribute_failed_block = case
         when ${hasFailed} then coalesce(sent.block_number, $2::bigint + 1) end
     from outgoing_transactions as sent
     where totals.chain_id = $1 and totals.distribute_key is not null
       and sent.chain_id = $1 and sent.key = totals.distribute_key
       and ${hasEnded} and (${hasPaidOut} or ${isKnown('$4')})
     returning totals.split, totals.token,
       case when sent.state in ('mined', 'final') and totals.distribute_failed_block is null
         then sent.block_number end as block_number`,
    [input.chainId, input.cursor, input.now, input.hashes],
  )
  return rows.flatMap(({ split, token, block_number: blockNumber }) =>
    blockNumber === null ? [] : { split, token, blockNumber: BigInt(blockNumber) },
  )
}
