import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import { retryAfter } from '../../../platform/chain/outgoing/outgoing-sql.js'
import { valuesOf } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import { recordKindChange } from '../../../platform/live-changes/record-live-change.js'
import type { Payout } from '../../payments/payment.js'

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
    [chainId, ...valuesOf(payouts, ['payoutAddress', 'token']), now],
  )
}

/** Lists a payout address again only after some time. */
export async function postponePayout(
  db: Queryable,
  input: Payout & { chainId: number; retryAfter: UnixMs },
): Promise<void> {
  await db.query(
    `insert into payout_backoffs (chain_id, payout_address, token, failures, retry_after)
     values ($1, $2, $3, 0, $4)
     on conflict (chain_id, payout_address, token) do update set retry_after = excluded.retry_after`,
    [input.chainId, input.payoutAddress, input.token, input.retryAfter],
  )
}

/** Ends the backoff of payout addresses that have accepted a token or the native token. */
export async function clearBackoffs(
  db: Queryable,
  { chainId, payouts }: { chainId: number; payouts: readonly Payout[] },
): Promise<void> {
  if (payouts.length === 0) return
  await db.query(
    `delete from payout_backoffs using (
       select distinct payout_address, token
       from unnest($2::text[], $3::text[]) as given (payout_address, token)
     ) as given
     where chain_id = $1 and payout_backoffs.payout_address = given.payout_address
       and payout_backoffs.token = given.token`,
    [chainId, ...valuesOf(payouts, ['payoutAddress', 'token'])],
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

/** Deletes a merchant's payout records. Its deposits say which addresses are the merchant's. */
export async function deletePayouts(db: Queryable, merchant: Address): Promise<void> {
  await db.query(
    `delete from payout_backoffs using deposits
     where deposits.merchant = $1 and deposits.chain_id = payout_backoffs.chain_id
       and deposits.payout_address = payout_backoffs.payout_address`,
    [merchant],
  )
  await db.query('delete from releases where merchant = $1', [merchant])
  await recordKindChange(db, { merchant, kind: 'payout' })
  await db.query('delete from split_totals where merchant = $1', [merchant])
  await db.query('delete from split_payouts where merchant = $1', [merchant])
}
