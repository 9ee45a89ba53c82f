import type { Address, Hash } from '../../../lib/hex.js'
import { baseUnits } from '../../../lib/money.js'
import {
  changeInBatches,
  batchSize as maxChanged,
  processInBatches,
} from '../../../platform/db/change-in-batches.js'
import { valuesOf } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { ReceiptRef } from '../payment.js'
import type { FoundPayment } from './found-payment-store.js'
import type { Arrival } from './payment-state-store.js'

/** SQL of the position of a log, for comparisons. */
const at = (row: string) => `(${row}.block_number, ${row}.log_index)`
const arrivedAt = (row: string) => `(${row}.arrived_block, ${row}.arrived_log)`
/** SQL of the position of a log as one number, as in the index `payments_deposited`. */
const placeOf = (row: string) => `((${row}.block_number << 32) + ${row}.log_index)`

/** How many flushes one statement sums. */
const batchSize = 1_000

/**
 * Separates deposits that a `flush` payment already contains: those whose next known flush is such
 * a payment. A flush takes the whole balance. Names the payer of the `flush` payment if the deposit
 * is all of it, and returns the receipts of these payments.
 */
export async function dropFlushed(
  db: Queryable,
  { chainId, payments }: { chainId: number; payments: readonly FoundPayment[] },
): Promise<{ payments: FoundPayment[]; named: ReceiptRef[] }> {
  const deposits = payments.filter(({ kind }) => kind === 'deposit')
  const rows = await processInBatches(deposits, (batch) =>
    findFlushed(db, { chainId, deposits: batch }),
  )
  const isNamed = new Map(rows.map((row) => [`${row.tx_hash} ${row.log_index}`, row.is_named]))
  const find = (payment: FoundPayment) =>
    isNamed.get(`${payment.transactionHash} ${payment.logIndex}`)
  return {
    payments: payments.filter(
      (payment) => payment.kind !== 'deposit' || find(payment) === undefined,
    ),
    named: deposits.filter((payment) => find(payment) === true),
  }
}

type FlushedRow = { tx_hash: Hash; log_index: number; is_named: boolean }

async function findFlushed(
  db: Queryable,
  { chainId, deposits }: { chainId: number; deposits: readonly FoundPayment[] },
): Promise<FlushedRow[]> {
  const { rows } = await db.query<FlushedRow>(
    `with given as (
       select * from unnest(
         $2::text[], $3::int[], $4::bigint[], $5::text[], $6::text[], $7::numeric[], $8::text[]
       ) as given (tx_hash, log_index, block_number, deposit_address, token, units, payer)
     ), contained as (
       select given.*, flush.tx_hash as flush_hash, flush.log_index as flush_log,
         flush.block_hash as flush_block, flush.units as flush_units
       from given join payments as flush on flush.chain_id = $1 and flush.kind = 'flush'
         and flush.deposit_address = given.deposit_address and flush.token = given.token
         and flush.state <> 'orphaned' and ${at('flush')} > ${at('given')}
       where not exists (
         select from payments as other
         where other.chain_id = $1 and other.deposit_address = flush.deposit_address
           and other.token = flush.token and other.state <> 'orphaned'
           and ${arrivedAt('other')} > ${at('given')} and ${arrivedAt('other')} < ${at('flush')}
       ) and not exists (
         select from payments as known
         where known.chain_id = $1 and known.tx_hash = given.tx_hash
           and known.log_index = given.log_index and known.state <> 'orphaned'
       )
     ), named as (
       update payments set payer = contained.payer from contained
       where payments.chain_id = $1 and payments.tx_hash = contained.flush_hash
         and payments.log_index = contained.flush_log
         and payments.block_hash = contained.flush_block
         and payments.payer is null and contained.units = contained.flush_units
       returning contained.tx_hash, contained.log_index
     )
     select contained.tx_hash, contained.log_index, named.tx_hash is not null as is_named
     from contained left join named using (tx_hash, log_index)`,
    [
      chainId,
      ...valuesOf(deposits, ['transactionHash', 'logIndex', 'blockNumber', 'depositAddress']),
      ...valuesOf(deposits, ['token', 'units', 'payer']),
    ],
  )
  return rows
}

/**
 * Returns a payment for each flush that moved more than the known deposits. A flush takes the whole
 * balance, so the deposits since the previous known flush count for it. Each is read once, because
 * anyone can flush any number of times.
 */
export async function listFlushPayments(
  db: Queryable,
  { chainId, arrivals }: { chainId: number; arrivals: readonly Arrival[] },
): Promise<FoundPayment[]> {
  const payments: FoundPayment[] = []
  for (let from = 0; from < arrivals.length; from += batchSize) {
    const batch = arrivals.slice(from, from + batchSize)
    const depositSums = await sumDeposits(db, { chainId, arrivals: batch })
    for (const [index, arrival] of batch.entries()) {
      const units = baseUnits(arrival.units - (depositSums[index] ?? 0n))
      if (units <= 0n) continue
      payments.push({ ...arrival, units, kind: 'flush', payer: null, mismatch: null })
    }
  }
  return payments
}

/** Sums the known deposits of each flush. */
async function sumDeposits(
  db: Queryable,
  { chainId, arrivals }: { chainId: number; arrivals: readonly Arrival[] },
): Promise<bigint[]> {
  const { rows } = await db.query<{ known: string }>(
    `select coalesce((
       select sum(deposit.units) from payments as deposit
       where deposit.chain_id = $1 and deposit.kind = 'deposit' and deposit.state <> 'orphaned'
         and deposit.deposit_address || deposit.token = given.deposit_address || given.token
         and ${placeOf('deposit')} < ${placeOf('given')}
         and ${placeOf('deposit')} > coalesce(previous.place, -1)
     ), 0) as known
     from unnest($2::text[], $3::text[], $4::bigint[], $5::int[]) with ordinality
       as given (deposit_address, token, block_number, log_index, place)
       left join lateral (
         select (arrived_block << 32) + arrived_log as place from payments as moved
         where moved.chain_id = $1 and moved.deposit_address = given.deposit_address
           and moved.token = given.token and moved.state <> 'orphaned'
           and ${arrivedAt('moved')} < ${at('given')}
         order by arrived_block desc, arrived_log desc limit 1
       ) as previous on true
     order by given.place`,
    [chainId, ...valuesOf(arrivals, ['depositAddress', 'token', 'blockNumber', 'logIndex'])],
  )
  return rows.map((row) => BigInt(row.known))
}

/**
 * Marks unarrived deposits as arrived with the next flush that is already known. Only deposits that
 * became known after their flush need this.
 */
export async function markFlushedEarlier(
  db: Queryable,
  { chainId, addresses }: { chainId: number; addresses: readonly Address[] },
): Promise<void> {
  if (addresses.length === 0) return
  await changeInBatches(
    db,
    `with next as (
       select deposit.tx_hash, deposit.log_index, deposit.block_hash, flushed.arrived_block,
         flushed.arrived_log
       from payments as deposit cross join lateral (
         select flushed.arrived_block, flushed.arrived_log from payments as flushed
         where flushed.chain_id = $1 and flushed.deposit_address = deposit.deposit_address
           and flushed.token = deposit.token and flushed.state <> 'orphaned'
           and ${arrivedAt('flushed')} > ${at('deposit')}
         order by flushed.arrived_block, flushed.arrived_log limit 1
       ) as flushed
       where deposit.chain_id = $1 and deposit.deposit_address = any($2)
         and deposit.arrived_block is null and deposit.state <> 'orphaned'
         and deposit.kind = 'deposit'
       limit ${maxChanged}
     )
     update payments set arrived_block = next.arrived_block, arrived_log = next.arrived_log
     from next
     where payments.chain_id = $1 and payments.tx_hash = next.tx_hash
       and payments.log_index = next.log_index and payments.block_hash = next.block_hash
     returning payments.log_index`,
    [chainId, addresses],
  )
}
