import type { Address, Hash } from '../../../lib/hex.js'
import { DAY_MS, type UnixMs } from '../../../lib/time.js'
import type { Refused } from '../../../platform/chain/logs/decode-logs.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import { changeInBatches, isInNextBatch } from '../../../platform/db/change-in-batches.js'
import type { Queryable } from '../../../platform/db/db.js'
import { recordFailures, retryAfter } from '../backoff/payout-backoff-store.js'
import { releaseRefusedCoin } from '../own-transaction-store.js'
import type { Waiting } from './choose-flushes.js'
import { hasEnded, isKnown, isMovedBy, mayBurnAgain } from './fragments-store.js'
import type { CoinThreshold, Threshold } from './threshold.js'

type WaitingRow = {
  merchant: Address
  address: Address
  token: Address
  receipt_key: Hash
  payout_address: Address
  is_suspect: boolean
  failures: number
  moving: string
}

type Listing = { chainId: number; now: UnixMs; limit: number }
type ListInput = Threshold & Listing
/** `address` lists only this deposit address. */
type CoinInput = CoinThreshold & Listing & { address?: Address }

/** SQL of the order within a payout address: after a failure a different one with each attempt, else suspects first. */
const turn = (address: string, since: string) =>
  `row_number() over (partition by payout_address, token
     order by case when failures > 0 then md5(${address} || failures) end, is_suspect desc, ${since})`

/**
 * Lists tokens at deposit addresses that no transaction moves yet. The threshold applies per payout
 * address and token. A payment whose flush failed waits by itself. Payout addresses take turns, so
 * that one with many payments does not keep others waiting.
 */
export async function listWaitingTokens(db: Queryable, input: ListInput): Promise<Waiting[]> {
  const { rows } = await db.query<WaitingRow>(
    `with waiting as (
       select deposit_address, token, payout_address, merchant, sum(usd_micros) as usd_micros,
         min(paid_at) as paid_at, bool_or(flush_alone) as is_suspect,
         max(flush_failures) as failures
       from payments
       where chain_id = $1 and state = 'confirmed' and released_block is null and kind = 'deposit'
         and arrived_block is null and flush_key is null and usd_micros is not null
         and flush_after <= $2
       group by deposit_address, token, payout_address, merchant
       having sum(usd_micros) >= $6
     ), worth as (
       select payout_address, token from waiting group by payout_address, token
       having sum(usd_micros) >= $3 or min(paid_at) <= $4
     ), moving as (
       select payout_address, token, count(distinct flush_key) as moving from payments
       where chain_id = $1 and flush_key is not null and arrived_block is null
         and state = 'confirmed' and released_block is null
       group by payout_address, token
     ), ready as (
       select waiting.*, coalesce(moving, 0) as moving
       from waiting join worth using (payout_address, token)
         left join moving using (payout_address, token)
         left join (
           select payout_address, token, retry_after from payout_backoffs where chain_id = $1
         ) as backoffs using (payout_address, token)
       where coalesce(retry_after, 0) <= $2
     )
     select ready.*, deposits.address, deposits.receipt_key
     from (select *, ${turn('deposit_address', 'paid_at')} as turn from ready) as ready
       join deposits on deposits.chain_id = $1 and deposits.address = ready.deposit_address
     order by turn, paid_at, deposit_address limit $5`,
    [input.chainId, input.now, input.minMicros, input.waitedSince, input.limit, input.dustMicros],
  )
  return rows.map(toWaiting)
}

/**
 * Lists deposit addresses with native token that no transaction moves yet. It has no value before
 * it has moved, because only then it is a payment, so quotes value it, or the current price if
 * there is no quote. A wallet whose code burned gas waits, although it accepted the native token.
 */
export async function listWaitingCoin(db: Queryable, input: CoinInput): Promise<Waiting[]> {
  const { rows } = await db.query<WaitingRow>(
    `with moving as (
       select payout_address, count(*) as moving from deposits
       where chain_id = $1 and native_flush_key is not null group by payout_address
     ), ready as (
       select deposits.merchant, address, receipt_key, payout_address, $2::text as token, native_since,
         native_flush_alone as is_suspect, coalesce(failures, 0) as failures,
         -- The gas of a flush is known once its transaction is recorded, maybe after the native token has arrived.
         greatest(coalesce(moving, 0), (
           select count(*) from outgoing_transactions as sent
           where sent.chain_id = $1 and sent.merchant = deposits.merchant
             and sent.purpose = 'deposit.flush_wallet' and sent.state in ('planned', 'signed', 'sent')
             and sent.created_at > $3::bigint - ${DAY_MS}
         )) as moving
       from deposits cross join lateral (
         select min(units) as units, max(usd_per_unit_ppm) as rate from quotes
         where quotes.merchant = deposits.merchant and quotes.receipt_id = deposits.receipt_id
       ) as quoted
         left join shops on shops.merchant = deposits.merchant
         cross join lateral (
           select case when coalesce(shops.config #> '{payments,acceptedTokens}' ? 'ETH', true)
             then $6::numeric else $9::numeric end as min_micros
         ) as unquoted
         left join moving using (payout_address)
         left join (
           select * from payout_backoffs where chain_id = $1 and token = $2
         ) as backoffs using (payout_address)
       where deposits.chain_id = $1 and native_units is not null and native_flush_key is null
         and ($7::text is null or address = $7)
         and ($5 = 0 or native_units * $5 >= coalesce(quoted.units, 0))
         and case when quoted.rate is null
           then min_micros = 0 or native_units * $8::numeric >= min_micros * 1e18
           else native_units * quoted.rate >= $6::numeric * 1e18 end
         and coalesce(retry_after, 0) <= $3
         and ${mayBurnAgain({ merchant: 'deposits.merchant', purpose: 'deposit.flush_wallet', now: '$3' })}
     )
     select * from (select *, ${turn('address', 'native_since')} as turn from ready) as ready
     order by turn, native_since, address limit $4`,
    [
      input.chainId,
      nativeToken,
      input.now,
      input.limit,
      input.coinShare,
      input.dustMicros,
      input.address ?? null,
      input.usdPerCoin,
      input.unacceptedMicros,
    ],
  )
  return rows.map(toWaiting)
}

/**
 * Assigns money to a flush, either native token or tokens. Returns the number of rows assigned:
 * none when another flush was faster.
 */
export async function assignFlush(
  db: Queryable,
  {
    chainId,
    waiting,
    key,
  }: { chainId: number; waiting: readonly Pick<Waiting, 'address' | 'token'>[]; key: string },
): Promise<number> {
  const isAlone = waiting.length === 1
  const tokens = await changeInBatches(
    db,
    `update payments set flush_key = $4, flush_alone = flush_alone or $5
     where ${isInNextBatch(
       'payments',
       `chain_id = $1 and kind = 'deposit' and state = 'confirmed' and arrived_block is null
         and flush_key is null and (deposit_address, token) in (
           select address, token from unnest($2::text[], $3::text[]) as given (address, token)
         )`,
       'for update',
     )}
     returning log_index`,
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
  return tokens.length + coins.rowCount
}

/**
 * Postpones tokens at deposit addresses that cannot move now. Each payment waits by itself, so that
 * it does not delay the others of its payout address.
 */
export async function postponeTokens(
  db: Queryable,
  input: { chainId: number; waiting: readonly Pick<Waiting, 'address' | 'token'>[]; now: UnixMs },
): Promise<void> {
  const { chainId, waiting, now } = input
  if (waiting.length === 0) return
  await changeInBatches(
    db,
    `update payments set ${failedFlush('$2')}
     where ${isInNextBatch(
       'payments',
       `chain_id = $1 and kind = 'deposit' and state = 'confirmed' and arrived_block is null
         and flush_key is null and flush_after <= $2 and (deposit_address, token) in (
           select address, token from unnest($3::text[], $4::text[]) as given (address, token)
         )`,
     )}
     returning log_index`,
    [chainId, now, waiting.map(({ address }) => address), waiting.map(({ token }) => token)],
  )
}

/** SQL of the columns of a payment whose flush failed. */
const failedFlush = (now: string) => `flush_failures = flush_failures + 1,
  flush_after = ${retryAfter(now, 'flush_failures')}`

/**
 * Releases flushes without effect. If a transaction with several payments failed, the one at fault is unknown, so each is
 * retried at once in a transaction of its own. Tokens that failed alone, or stayed although their transaction is mined, wait
 * by themselves. Native token that failed alone, or was refused, makes its payout address back off, because it runs the
 * code of that address. Native token that a mined flush neither moved nor reported as refused was not there: the stored
 * balance is outdated.
 */
export async function releaseFlushes(
  db: Queryable,
  read: {
    chainId: number
    cursor: bigint
    now: UnixMs
    /** The mined flushes whose logs were read, and the native token that was refused in them. */
    hashes: readonly Hash[]
    refused: readonly Refused[]
  },
): Promise<void> {
  const { chainId, cursor, now, hashes, refused } = read
  await releaseBatches(db, chainId)
  const refusing = await releaseRefusedCoin(db, { chainId, refused, token: nativeToken })
  await changeInBatches(
    db,
    `update payments set flush_key = null, ${failedFlush('$4')}
     where ${isInNextBatch('payments', isMovedBy(`${hasEnded} and ${isKnown('$3')}`))}
     returning log_index`,
    [chainId, cursor, hashes, now],
  )
  const coin = await db.query<{ payout_address: Address; native_units: string | null }>(
    `update deposits set native_flush_key = null,
       native_units = case when sent.state in ('failed', 'reverted') then native_units end,
       native_seen_units = case when sent.state in ('failed', 'reverted') then native_seen_units end,
       native_since = case when sent.state in ('failed', 'reverted') then native_since end
     from outgoing_transactions as sent
     where deposits.chain_id = $1 and native_flush_key is not null
       and sent.chain_id = $1 and sent.key = native_flush_key and ${hasEnded} and ${isKnown('$3')}
     returning deposits.payout_address, deposits.native_units`,
    [chainId, cursor, hashes],
  )
  const unmoved = coin.rows.filter(({ native_units }) => native_units !== null)
  const payouts = [
    ...refusing,
    ...unmoved.map((row) => ({ payoutAddress: row.payout_address, token: nativeToken })),
  ]
  await recordFailures(db, { chainId, payouts, now })
}

/** Releases the payments of failed transactions with several, and marks them to go alone. */
async function releaseBatches(db: Queryable, chainId: number): Promise<void> {
  const hasFailed = `sent.state in ('failed', 'reverted')`
  await changeInBatches(
    db,
    `update payments set flush_key = null, flush_alone = true
     where ${isInNextBatch('payments', `not flush_alone and ${isMovedBy(hasFailed)}`)}
     returning log_index`,
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
    merchant: row.merchant,
    address: row.address,
    token: row.token,
    receiptKey: row.receipt_key,
    payoutAddress: row.payout_address,
    isSuspect: row.is_suspect,
    failures: row.failures,
    moving: Number(row.moving),
  }
}
