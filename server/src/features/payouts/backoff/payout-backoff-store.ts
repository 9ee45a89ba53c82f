import type { UnixMs } from '../../../lib/time.js'
import { changeInBatches, isInNextBatch } from '../../../platform/db/change-in-batches.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { Payout } from '../../payments/payment.js'

/** SQL of the time of the next attempt, after `failures` earlier failures: in 4 minutes, then twice as long, up to a day. */
export const retryAfter = (now: string, failures: string) =>
  `${now}::bigint + least(240000 * 2 ^ least(${failures}, 9), 86400000)::bigint`

/** Counts one failure for each payout address and token, however many payments failed. */
export async function recordFailures(
  db: Queryable,
  { chainId, payouts, now }: { chainId: number; payouts: readonly Payout[]; now: UnixMs },
): Promise<void> {
  if (payouts.length === 0) return
  await db.query(
    `insert into payout_backoffs (chain_id, payout_address, token, failures, retry_after)
     select distinct $1::bigint, payout_address, token, 1, ${retryAfter('$4', '0')}
     from unnest($2::text[], $3::text[]) as given (payout_address, token)
     on conflict (chain_id, payout_address, token) do update
     set failures = payout_backoffs.failures + 1,
       retry_after = ${retryAfter('$4', 'payout_backoffs.failures')}`,
    [
      chainId,
      payouts.map(({ payoutAddress }) => payoutAddress),
      payouts.map(({ token }) => token),
      now,
    ],
  )
}

/** Lists a payout address again only after some time. */
export async function postponePayout(
  db: Queryable,
  { chainId, payoutAddress, token, until }: Payout & { chainId: number; until: UnixMs },
): Promise<void> {
  await db.query(
    `insert into payout_backoffs (chain_id, payout_address, token, failures, retry_after)
     values ($1, $2, $3, 0, $4)
     on conflict (chain_id, payout_address, token) do update set retry_after = excluded.retry_after`,
    [chainId, payoutAddress, token, until],
  )
}

/** Ends the backoff of payout addresses that have accepted a token or the native token, and of tokens that wait for them. */
export async function clearBackoffs(
  db: Queryable,
  { chainId, payouts }: { chainId: number; payouts: readonly Payout[] },
): Promise<void> {
  if (payouts.length === 0) return
  const values = [
    chainId,
    payouts.map(({ payoutAddress }) => payoutAddress),
    payouts.map(({ token }) => token),
  ]
  await db.query(
    `delete from payout_backoffs using (
       select distinct payout_address, token
       from unnest($2::text[], $3::text[]) as given (payout_address, token)
     ) as given
     where chain_id = $1 and payout_backoffs.payout_address = given.payout_address
       and payout_backoffs.token = given.token`,
    values,
  )
  await changeInBatches(
    db,
    `update payments set flush_after = 0
     where ${isInNextBatch(
       'payments',
       `chain_id = $1 and state = 'confirmed' and released_block is null and arrived_block is null
         and flush_after > 0 and (payout_address, token) in (
           select payout_address, token
           from unnest($2::text[], $3::text[]) as given (payout_address, token)
         )`,
     )}
     returning log_index`,
    values,
  )
}

/** Ends the waits of money in splits after distributions that a reorg removed. */
export async function endDistributionWaits(
  db: Queryable,
  { chainId, after }: { chainId: number; after: bigint },
): Promise<void> {
  await db.query(
    `update split_totals set distribute_after = 0, distribute_failed_block = null
     where chain_id = $1 and distribute_failed_block > $2`,
    [chainId, after],
  )
}
