import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Released } from '../../../platform/chain/logs/decode-logs.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import {
  batchSize,
  changeInBatches,
  isInNextBatch,
  processInBatches,
} from '../../../platform/db/change-in-batches.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { ReceiptRef } from '../payment.js'

/** SQL of a log's position on chain, as one number. */
const place = (block: string, log: string) => `(${block}::numeric * 1000000000 + ${log})`

type RefRow = { merchant: Address; receipt_id: string }

/** Inserts releases and revives orphaned ones whose block is back. */
export async function upsertReleases(
  db: Queryable,
  input: {
    chainId: number
    releases: readonly (Released & { merchant: Address })[]
    now: UnixMs
  },
): Promise<void> {
  const { chainId, releases, now } = input
  await processInBatches(releases, async (batch) => {
    await upsertBatch(db, { chainId, releases: batch, now })
    return []
  })
}

async function upsertBatch(
  db: Queryable,
  input: {
    chainId: number
    releases: readonly (Released & { merchant: Address })[]
    now: UnixMs
  },
): Promise<void> {
  const { chainId, releases, now } = input
  await db.query(
    `insert into releases (
       chain_id, tx_hash, log_index, merchant, split, token, account, units, block_number,
       block_hash, state, created_at
     )
     select $1, tx_hash, log_index, merchant, split, token, account, units, block_number,
       block_hash, 'seen', $2
     from unnest(
       $3::text[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[], $9::numeric[],
       $10::bigint[], $11::text[]
     ) as given (
       tx_hash, log_index, merchant, split, token, account, units, block_number, block_hash
     )
     on conflict (chain_id, tx_hash, log_index, block_hash) do update set state = 'seen'
     where releases.state = 'orphaned'`,
    [
      chainId,
      now,
      releases.map((one) => one.transactionHash),
      releases.map((one) => one.logIndex),
      releases.map((one) => one.merchant),
      releases.map((one) => one.split),
      releases.map((one) => one.token),
      releases.map((one) => one.account),
      releases.map((one) => one.units),
      releases.map((one) => one.blockNumber),
      releases.map((one) => one.blockHash),
    ],
  )
}

/**
 * SQL of the places in splits up to which every recipient is paid, from `waiting`. A release pays everything due to its
 * recipient, so money before the earliest of the recipients' last releases is with all of them.
 */
const paidPlaces = `last as (
    select releases.split, releases.token, releases.account,
      max(${place('releases.block_number', 'releases.log_index')}) as place,
      max(releases.block_number) as block_number
    from waiting join releases on releases.chain_id = $1 and releases.split = waiting.split
      and releases.token = waiting.token and releases.block_number >= waiting.since
      and releases.state <> 'orphaned'
    group by releases.split, releases.token, releases.account
  ), paid as (
    select split, token, min(place) as place, max(block_number) as block_number from last
    group by split, token
    having count(*) >= (
      select max(jsonb_array_length(recipients))
      from split_contracts join splits using (chain_id, address, merchant)
      where chain_id = $1 and address = last.split
    )
  )`

/** SQL condition: a transaction has no release of the split. */
const isApart = (transaction: string) => `not exists (
    select from releases as beside
    where beside.chain_id = $1 and beside.tx_hash = ${transaction}
      and beside.split = paid.split and beside.token = paid.token and beside.state <> 'orphaned'
  )`

/**
 * Marks money of these splits as paid out once every recipient has been paid since. Returns the receipts.
 *
 * Coin that arrives in the transaction of a release does not count: a recipient with code can flush a deposit while the split
 * pays it, after the shares were computed. Neither do direct payments, because some of their transfers may follow the release.
 */
export async function markPaidOut(
  db: Queryable,
  { chainId, splits }: { chainId: number; splits: readonly Address[] },
): Promise<ReceiptRef[]> {
  if (splits.length === 0) return []
  await changeInBatches(
    db,
    `with waiting as (
       select split, token, min(block_number) as since from direct_payments
       where chain_id = $1 and split = any($2) and state <> 'orphaned' and released_block is null
       group by split, token
     ), ${paidPlaces}, batch as (
       select chain_id, tx_hash, log_index, block_hash, paid.block_number as released
       from direct_payments as direct join paid
         on direct.split = paid.split and direct.token = paid.token
       where direct.chain_id = $1 and direct.state <> 'orphaned' and direct.released_block is null
         and ${place('direct.block_number', 'direct.log_index')} < paid.place
         and ${isApart('direct.tx_hash')}
       limit ${batchSize}
     )
     update direct_payments as direct set released_block = batch.released from batch
     where (direct.chain_id, direct.tx_hash, direct.log_index, direct.block_hash)
       = (batch.chain_id, batch.tx_hash, batch.log_index, batch.block_hash)
     returning direct.log_index`,
    [chainId, splits],
  )
  const rows = await changeInBatches<RefRow>(
    db,
    `with waiting as (
       select payout_address as split, token, min(arrived_block) as since from payments
       where chain_id = $1 and payout_address = any($2) and state <> 'orphaned'
         and arrived_block is not null and released_block is null
       group by payout_address, token
     ), ${paidPlaces}, batch as (
       select chain_id, tx_hash, log_index, block_hash, paid.block_number as released
       from payments join paid
         on payments.payout_address = paid.split and payments.token = paid.token
       where payments.chain_id = $1 and payments.state <> 'orphaned'
         and payments.released_block is null and payments.arrived_block is not null
         and ${place('arrived_block', 'arrived_log')} < paid.place
         and (payments.token <> '${nativeToken}' or ${isApart('payments.tx_hash')})
       limit ${batchSize}
     )
     update payments set released_block = batch.released from batch
     where (payments.chain_id, payments.tx_hash, payments.log_index, payments.block_hash)
       = (batch.chain_id, batch.tx_hash, batch.log_index, batch.block_hash)
     returning merchant, receipt_id`,
    [chainId, splits],
  )
  return rows.map(toRef)
}

/** Marks payments that arrived at a wallet as paid out. */
export async function markPaidToWallets(
  db: Queryable,
  { chainId, refs }: { chainId: number; refs: readonly ReceiptRef[] },
): Promise<void> {
  if (refs.length === 0) return
  await changeInBatches(
    db,
    `update payments set released_block = arrived_block
     where ${isInNextBatch(
       'payments',
       `(merchant, receipt_id) in (
          select merchant, receipt_id
          from unnest($2::text[], $3::text[]) as given (merchant, receipt_id)
        ) and chain_id = $1 and arrived_block is not null and released_block is null
          and state <> 'orphaned' and not exists (
            select from split_contracts
            where split_contracts.chain_id = $1 and split_contracts.address = payout_address
          )`,
     )}
     returning log_index`,
    [chainId, refs.map(({ merchant }) => merchant), refs.map(({ receiptId }) => receiptId)],
  )
}

export async function confirmReleases(
  db: Queryable,
  { chainId, upTo }: { chainId: number; upTo: bigint },
): Promise<void> {
  await changeInBatches(
    db,
    `update releases set state = 'confirmed'
     where ${isInNextBatch('releases', `chain_id = $1 and state = 'seen' and block_number <= $2`)}
     returning log_index`,
    [chainId, upTo],
  )
}

export async function orphanReleases(
  db: Queryable,
  { chainId, after }: { chainId: number; after: bigint },
): Promise<void> {
  await changeInBatches(
    db,
    `update releases set state = 'orphaned'
     where ${isInNextBatch('releases', `chain_id = $1 and block_number > $2 and state <> 'orphaned'`)}
     returning log_index`,
    [chainId, after],
  )
}

function toRef(row: RefRow): ReceiptRef {
  return { merchant: row.merchant, receiptId: row.receipt_id }
}
