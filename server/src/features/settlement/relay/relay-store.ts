import type { Address, Hash } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import { databaseNow } from '../../../platform/db/database-now.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { ReceiptRef } from '../payment.js'

/** Money at a deposit address that should be flushed to its payout address. */
export type Waiting = {
  address: Address
  token: Address
  receiptKey: Hash
  payoutAddress: Address
}

type WaitingRow = {
  address: Address
  token: Address
  receipt_key: Hash
  payout_address: Address
}

/**
 * When money is worth the gas of moving it: from `minMicros`, or when it has waited since `waitedSince`. Dust at one
 * address never is, because anyone could scatter it at the relayer's expense.
 */
export type Threshold = { minMicros: bigint; waitedSince: UnixMs; dustMicros: bigint }

/**
 * SQL condition: an outgoing transaction failed, or is mined in an indexed block. The sender may not have noticed a reorg
 * yet, so the block hash must match.
 */
const hasEnded = `(sent.state in ('failed', 'reverted')
  or (sent.state in ('mined', 'final') and sent.block_number <= $2 and not exists (
    select from chain_blocks as there where there.chain_id = $1
      and there.number = sent.block_number and there.hash <> sent.block_hash
  )))`

/** Lists tokens at deposit addresses that no transaction moves yet. The threshold applies per payout address and token. */
export async function listWaitingTokens(
  db: Queryable,
  input: Threshold & { chainId: number; now: UnixMs; limit: number },
): Promise<Waiting[]> {
  const { rows } = await db.query<WaitingRow>(
    `with waiting as (
       select deposit_address, token, payout_address, sum(usd_micros) as usd_micros,
         min(paid_at) as paid_at
       from payments
       where chain_id = $1 and state = 'confirmed' and released_block is null and kind = 'deposit'
         and arrived_block is null and flush_key is null and flush_after <= $2
         and usd_micros is not null
       group by deposit_address, token, payout_address
       having sum(usd_micros) >= $6
     ), worth as (
       select payout_address, token from waiting group by payout_address, token
       having sum(usd_micros) >= $3 or min(paid_at) <= $4
     )
     select distinct deposits.address, waiting.token, deposits.receipt_key, deposits.payout_address
     from waiting
       join worth using (payout_address, token)
       join deposits on deposits.chain_id = $1 and deposits.address = waiting.deposit_address
     order by deposits.payout_address, deposits.address limit $5`,
    [input.chainId, input.now, input.minMicros, input.waitedSince, input.limit, input.dustMicros],
  )
  return rows.map(toWaiting)
}

/**
 * Lists deposit addresses with native coin that no transaction moves yet, from `1 / share` of the quoted amount. Native
 * coin has no value before it has moved, because only then it is a payment.
 */
export async function listWaitingCoin(
  db: Queryable,
  input: { chainId: number; token: Address; share: number; limit: number },
): Promise<Waiting[]> {
  const { rows } = await db.query<WaitingRow>(
    `select address, $2 as token, receipt_key, payout_address from deposits
     where chain_id = $1 and native_units is not null and native_flush_key is null
       and ($4 = 0 or native_units * $4 >= (
         select coalesce(min(units), 0) from quotes
         where quotes.merchant = deposits.merchant and quotes.receipt_id = deposits.receipt_id
       ))
     order by native_since limit $3`,
    [input.chainId, input.token, input.limit, input.share],
  )
  return rows.map(toWaiting)
}

/** Assigns money to a flush. Returns the number of rows assigned: none when another flush was faster. */
export async function assignFlush(
  db: Queryable,
  {
    chainId,
    waiting,
    key,
    native,
  }: {
    chainId: number
    waiting: readonly Waiting[]
    key: string
    native: Address
  },
): Promise<number> {
  const tokens = await db.query(
    `update payments set flush_key = $4
     from unnest($2::text[], $3::text[]) as given (address, token)
     where payments.chain_id = $1 and payments.deposit_address = given.address
       and payments.token = given.token and kind = 'deposit' and state = 'confirmed'
       and arrived_block is null and flush_key is null`,
    [chainId, waiting.map(({ address }) => address), waiting.map(({ token }) => token), key],
  )
  const coin = waiting.filter(({ token }) => token === native).map(({ address }) => address)
  const coins = await db.query(
    `update deposits set native_flush_key = $3
     where chain_id = $1 and address = any($2) and native_flush_key is null`,
    [chainId, coin, key],
  )
  return tokens.rowCount + coins.rowCount
}

/**
 * Releases flushes without effect: the transaction failed, or is mined and the money is still there. They are retried with
 * backoff. Native coin is retried at most once a minute and only when it is seen again, because every attempt costs gas.
 */
export async function releaseFlushes(
  db: Queryable,
  { chainId, cursor, now }: { chainId: number; cursor: bigint; now: UnixMs },
): Promise<number> {
  const { rowCount } = await db.query(
    `update payments set flush_key = null, flush_failures = flush_failures + 1,
       flush_after = $3::bigint + least(60000 * 2 ^ flush_failures, 86400000)::bigint
     from outgoing_transactions as sent
     where payments.chain_id = $1 and payments.state <> 'orphaned'
       and payments.flush_key is not null and payments.arrived_block is null
       and sent.chain_id = $1 and sent.key = payments.flush_key
       and ${hasEnded}`,
    [chainId, cursor, now],
  )
  await db.query(
    `update deposits set native_flush_key = null,
       native_units = case when sent.state in ('failed', 'reverted') then native_units end,
       native_since = case when sent.state in ('failed', 'reverted') then native_since end
     from outgoing_transactions as sent
     where deposits.chain_id = $1 and native_flush_key is not null
       and sent.chain_id = $1 and sent.key = native_flush_key
       and sent.state_since <= ${databaseNow} - 60000
       and ${hasEnded}`,
    [chainId, cursor],
  )
  return rowCount
}

export type Undistributed = {
  split: Address
  token: Address
  merchant: Address
}

/** Lists splits that hold money of receipts and that no transaction distributes yet. */
export async function listUndistributed(
  db: Queryable,
  input: Threshold & { chainId: number; now: UnixMs; limit: number },
): Promise<Undistributed[]> {
  const { rows } = await db.query<Undistributed>(
    `select totals.split, totals.token, totals.merchant
     from (
       select payout_address as split, token, sum(usd_micros) as micros, min(paid_at) as since
       from payments
       where chain_id = $1 and state = 'confirmed' and released_block is null
         and arrived_block is not null
       group by payout_address, token
     ) as held
       join split_totals as totals
         on totals.chain_id = $1 and totals.split = held.split and totals.token = held.token
     where totals.distribute_key is null and totals.distribute_after <= $2
       and (held.micros >= $3 or held.since <= $4)
     limit $5`,
    [input.chainId, input.now, input.minMicros, input.waitedSince, input.limit],
  )
  return rows
}

/** Assigns a distribution. Returns false when another one is assigned already. */
export async function assignDistribution(
  db: Queryable,
  { chainId, split, token, key }: { chainId: number; split: Address; token: Address; key: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update split_totals set distribute_key = $4
     where chain_id = $1 and split = $2 and token = $3 and distribute_key is null`,
    [chainId, split, token, key],
  )
  return rowCount === 1
}

/**
 * Marks payments as released that arrived before a finished distribution. A recipient that was skipped keeps its claim in
 * the contract, so sending again would not help. A failed distribution is retried after a minute.
 */
export async function finishDistributions(
  db: Queryable,
  { chainId, cursor, now }: { chainId: number; cursor: bigint; now: UnixMs },
): Promise<ReceiptRef[]> {
  const { rows } = await db.query<{ merchant: Address; receipt_id: string }>(
    `with ended as (
       update split_totals as totals set distribute_key = null,
         distribute_after = case when sent.state in ('failed', 'reverted') then $3::bigint + 60000 else 0 end
       from outgoing_transactions as sent
       where totals.chain_id = $1 and totals.distribute_key is not null
         and sent.chain_id = $1 and sent.key = totals.distribute_key
         and ${hasEnded}
       returning totals.split, totals.token,
         case when sent.state in ('mined', 'final') then sent.block_number end as block_number
     )
     update payments set released_block = ended.block_number
     from ended
     where payments.chain_id = $1 and payments.payout_address = ended.split
       and payments.token = ended.token and payments.state <> 'orphaned'
       and payments.released_block is null and payments.arrived_block < ended.block_number
     returning payments.merchant, payments.receipt_id`,
    [chainId, cursor, now],
  )
  return rows.map((row) => ({ merchant: row.merchant, receiptId: row.receipt_id }))
}

function toWaiting(row: WaitingRow): Waiting {
  return {
    address: row.address,
    token: row.token,
    receiptKey: row.receipt_key,
    payoutAddress: row.payout_address,
  }
}
