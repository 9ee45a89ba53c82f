import type { Address, Hash } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import type { Queryable } from '../../../platform/db/db.js'
import { type Payout, recordFailures } from '../payout-backoff-store.js'
import { hasEnded } from './fragments-store.js'
import type { Threshold } from './threshold.js'

/** Money at a deposit address that should be flushed to its payout address. */
export type Waiting = Payout & {
  address: Address
  receiptKey: Hash
  /** It needs a transaction of its own, because it may be at fault for an earlier failure. */
  isAlone: boolean
}

type WaitingRow = {
  address: Address
  token: Address
  receipt_key: Hash
  payout_address: Address
  is_alone: boolean
}

type ListInput = Threshold & { chainId: number; now: UnixMs; limit: number }

/** How many suspect payments may be on their way to one payout address at a time. */
const suspectsAtOnce = 5

/**
 * Lists tokens at deposit addresses that no transaction moves yet. The threshold applies per payout address and token.
 * A payout address that backs off gets one payment at a time, a different one with each attempt.
 */
export async function listWaitingTokens(db: Queryable, input: ListInput): Promise<Waiting[]> {
  const { rows } = await db.query<WaitingRow>(
    `with waiting as (
       select deposit_address, token, payout_address, sum(usd_micros) as usd_micros,
         min(paid_at) as paid_at, bool_or(flush_alone) as alone
       from payments
       where chain_id = $1 and state = 'confirmed' and released_block is null and kind = 'deposit'
         and arrived_block is null and flush_key is null and usd_micros is not null
       group by deposit_address, token, payout_address
       having sum(usd_micros) >= $6
     ), worth as (
       select payout_address, token from waiting group by payout_address, token
       having sum(usd_micros) >= $3 or min(paid_at) <= $4
     ), ready as (
       select waiting.*, failures is not null as backs_off, row_number() over (
         partition by payout_address, token order by alone desc, md5(deposit_address || failures), paid_at
       ) as place
       from waiting
         join worth using (payout_address, token)
         left join (select * from payout_backoffs where chain_id = $1) as backoffs
           using (payout_address, token)
       where coalesce(retry_after, 0) <= $2
     )
     select deposits.address, ready.token, deposits.receipt_key, deposits.payout_address,
       alone or backs_off as is_alone
     from ready join deposits on deposits.chain_id = $1 and deposits.address = ready.deposit_address
     where case when alone or backs_off then place + (
         select count(distinct moving.flush_key) from payments as moving
         where moving.chain_id = $1 and moving.payout_address = ready.payout_address
           and moving.state = 'confirmed' and moving.released_block is null
           and moving.token = ready.token and moving.flush_key is not null
           and moving.arrived_block is null and (backs_off or moving.flush_alone)
       ) <= case when backs_off then 1 else ${suspectsAtOnce} end else true end
     order by deposits.payout_address, deposits.address limit $5`,
    [input.chainId, input.now, input.minMicros, input.waitedSince, input.limit, input.dustMicros],
  )
  return rows.map(toWaiting)
}

/**
 * Lists deposit addresses with native coin that no transaction moves yet. Coin becomes a payment with a value only when it
 * moves, so quotes decide whether it is worth moving. Unlike a split, a wallet may have code that burns the gas of a
 * transfer, so it gets one payment at a time.
 */
export async function listWaitingCoin(db: Queryable, input: ListInput): Promise<Waiting[]> {
  const { rows } = await db.query<WaitingRow>(
    `with waiting as (
       select address, receipt_key, payout_address, native_since, native_flush_alone as alone,
         exists (
           select from splits where splits.chain_id = $1 and splits.address = payout_address
         ) as is_split
       from deposits cross join lateral (
         select min(units) as units, max(usd_per_unit_ppm) as rate from quotes
         where quotes.merchant = deposits.merchant and quotes.receipt_id = deposits.receipt_id
       ) as quoted
       where chain_id = $1 and native_units is not null and native_flush_key is null
         and ($5 = 0 or native_units * $5 >= coalesce(quoted.units, 0))
         and coalesce(native_units * quoted.rate >= $6::numeric * 1e18, true)
     ), ready as (
       select waiting.*, failures is not null as backs_off, row_number() over (
         partition by payout_address order by alone desc, md5(address || failures), native_since
       ) as place
       from waiting left join (
         select * from payout_backoffs where chain_id = $1 and token = $2
       ) as backoffs using (payout_address)
       where coalesce(retry_after, 0) <= $3
     )
     select address, $2 as token, receipt_key, payout_address, alone or backs_off as is_alone
     from ready
     where case when alone or backs_off or not is_split then place + (
         select count(*) from deposits as moving
         where moving.chain_id = $1 and moving.native_units is not null
           and moving.payout_address = ready.payout_address and moving.native_flush_key is not null
           and (backs_off or not is_split or moving.native_flush_alone)
       ) <= case when backs_off or not is_split then 1 else ${suspectsAtOnce} end else true end
     order by native_since limit $4`,
    [input.chainId, nativeToken, input.now, input.limit, input.coinShare, input.dustMicros],
  )
  return rows.map(toWaiting)
}

/**
 * Assigns money to a flush, either coin or tokens. Returns the number of rows assigned: none when another flush was
 * faster.
 */
export async function assignFlush(
  db: Queryable,
  { chainId, waiting, key }: { chainId: number; waiting: readonly Waiting[]; key: string },
): Promise<number> {
  const isAlone = waiting.length === 1
  const tokens = await db.query(
    `update payments set flush_key = $4, flush_alone = flush_alone or $5
     from unnest($2::text[], $3::text[]) as given (address, token)
     where payments.chain_id = $1 and payments.deposit_address = given.address
       and payments.token = given.token and kind = 'deposit' and state = 'confirmed'
       and arrived_block is null and flush_key is null`,
    [
      chainId,
      waiting.map(({ address }) => address),
      waiting.map(({ token }) => token),
      key,
      isAlone,
    ],
  )
  const coin = waiting.filter(({ token }) => token === nativeToken).map(({ address }) => address)
  const coins = await db.query(
    `update deposits set native_flush_key = $3, native_flush_alone = native_flush_alone or $4
     where chain_id = $1 and address = any($2) and native_flush_key is null`,
    [chainId, coin, key, isAlone],
  )
  return tokens.rowCount + coins.rowCount
}

/**
 * Releases flushes without effect. If a transaction with several payments failed, the one at fault is unknown, so each is
 * retried at once in a transaction of its own. A payment that failed alone, and tokens that stayed although their
 * transaction is mined, make their payout address back off. Coin that a mined flush neither moved nor reported as refused
 * was not there: the stored balance is outdated.
 */
export async function releaseFlushes(
  db: Queryable,
  { chainId, cursor, now }: { chainId: number; cursor: bigint; now: UnixMs },
): Promise<void> {
  await releaseBatches(db, chainId)
  const tokens = await db.query<{ payout_address: Address; token: Address }>(
    `update payments set flush_key = null
     from outgoing_transactions as sent
     where payments.chain_id = $1 and payments.state <> 'orphaned'
       and payments.flush_key is not null and payments.arrived_block is null
       and sent.chain_id = $1 and sent.key = payments.flush_key and ${hasEnded}
     returning payments.payout_address, payments.token`,
    [chainId, cursor],
  )
  const coin = await db.query<{ payout_address: Address; native_units: string | null }>(
    `update deposits set native_flush_key = null,
       native_units = case when sent.state in ('failed', 'reverted') then native_units end,
       native_since = case when sent.state in ('failed', 'reverted') then native_since end
     from outgoing_transactions as sent
     where deposits.chain_id = $1 and native_flush_key is not null
       and sent.chain_id = $1 and sent.key = native_flush_key and ${hasEnded}
     returning deposits.payout_address, deposits.native_units`,
    [chainId, cursor],
  )
  const unmoved = coin.rows.filter(({ native_units }) => native_units !== null)
  const payouts = [
    ...tokens.rows.map((row) => ({ payoutAddress: row.payout_address, token: row.token })),
    ...unmoved.map((row) => ({ payoutAddress: row.payout_address, token: nativeToken })),
  ]
  await recordFailures(db, { chainId, payouts, now })
}

/** Releases the payments of failed transactions with several, and marks them to go alone. */
async function releaseBatches(db: Queryable, chainId: number): Promise<void> {
  await db.query(
    `update payments set flush_key = null, flush_alone = true
     from outgoing_transactions as sent
     where payments.chain_id = $1 and payments.state <> 'orphaned'
       and payments.flush_key is not null and payments.arrived_block is null and not flush_alone
       and sent.chain_id = $1 and sent.key = payments.flush_key
       and sent.state in ('failed', 'reverted')`,
    [chainId],
  )
  await db.query(
    `update deposits set native_flush_key = null, native_flush_alone = true
     from outgoing_transactions as sent
     where deposits.chain_id = $1 and native_flush_key is not null and not native_flush_alone
       and sent.chain_id = $1 and sent.key = native_flush_key
       and sent.state in ('failed', 'reverted')`,
    [chainId],
  )
}

function toWaiting(row: WaitingRow): Waiting {
  return {
    address: row.address,
    token: row.token,
    receiptKey: row.receipt_key,
    payoutAddress: row.payout_address,
    isAlone: row.is_alone,
  }
}
