import type { UnixMs } from '../../../lib/time.js'
import { processInBatches } from '../../../platform/db/change-in-batches.js'
import { valuesOf } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { ChargeFee, Payment, PaymentPart, ReceiptRef } from '../payment.js'
import { paymentColumns } from '../payment-store.js'

/** A payment found on chain, before it is classified. */
export type FoundPayment = Pick<
  Payment,
  | 'transactionHash'
  | 'logIndex'
  | 'merchant'
  | 'receiptId'
  | 'kind'
  | 'token'
  | 'units'
  | 'payer'
  | 'depositAddress'
  | 'payoutAddress'
  | 'blockNumber'
  | 'blockHash'
  | 'paidAt'
  | 'mismatch'
> & {
  parts?: readonly PaymentPart[]
  chargeFee?: ChargeFee | null
  /** The platform's share in the payout of a charge, a split. */
  splitFeeBps?: number
}

/** A payment that is new, or was orphaned and is back. */
export type NewPayment = ReceiptRef &
  Pick<Payment, 'kind' | 'depositAddress' | 'payoutAddress' | 'token'>

/** Drops payments that are saved already: the newest blocks are read again in every round. */
export async function dropSaved(
  db: Queryable,
  { chainId, payments }: { chainId: number; payments: readonly FoundPayment[] },
): Promise<FoundPayment[]> {
  return processInBatches(payments, async (batch) => {
    const { rows } = await db.query<{ place: number }>(
      `select given.place::int - 1 as place
       from unnest($2::text[], $3::int[], $4::text[], $5::numeric[]) with ordinality
         as given (tx_hash, log_index, block_hash, units, place)
         join payments using (tx_hash, log_index, block_hash, units)
       where chain_id = $1 and state <> 'orphaned'`,
      [chainId, ...valuesOf(batch, ['transactionHash', 'logIndex', 'blockHash', 'units'])],
    )
    const saved = new Set(rows.map(({ place }) => place))
    return batch.filter((_, place) => !saved.has(place))
  })
}

/**
 * Inserts new payments and revives orphaned ones whose block is back. Returns those payments. Only
 * a payment to a deposit address arrives later at its payout address.
 *
 * The amount of a `flush` depends on the deposits known, so it may have changed. It then becomes a
 * new payment, once the ledger no longer contains the earlier amount.
 */
export async function upsertPayments(
  db: Queryable,
  { chainId, payments, now }: { chainId: number; payments: readonly FoundPayment[]; now: UnixMs },
): Promise<NewPayment[]> {
  return processInBatches(payments, (batch) => upsertBatch(db, { chainId, payments: batch, now }))
}

const newColumns = paymentColumns.pick(
  ...(['merchant', 'receiptId', 'kind', 'depositAddress', 'payoutAddress', 'token'] as const),
)

async function upsertBatch(
  db: Queryable,
  { chainId, payments, now }: { chainId: number; payments: readonly FoundPayment[]; now: UnixMs },
): Promise<NewPayment[]> {
  return newColumns.list(
    db,
    `insert into payments (
       chain_id, tx_hash, log_index, merchant, receipt_id, kind, token, units, payer,
       deposit_address, payout_address, block_number, block_hash, paid_at, smaller_part_units,
       smaller_part_at, mismatch, arrived_block, arrived_log, state, created_at, fee_account,
       fee_units, fee_owed_units, split_fee_bps
     )
     select $1, tx_hash, log_index, merchant, receipt_id, kind, token, units, payer,
       deposit_address, payout_address, block_number, block_hash, paid_at, smaller_part_units,
       smaller_part_at, mismatch, case when kind <> 'deposit' then block_number end,
       case when kind <> 'deposit' then log_index end, 'seen', $2,
       fee_account, fee_units, fee_owed_units, split_fee_bps
     from unnest(
       $3::text[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[], $9::numeric[],
       $10::text[], $11::text[], $12::text[], $13::bigint[], $14::text[], $15::bigint[], $16::text[],
       $17::numeric[], $18::bigint[], $19::text[], $20::numeric[], $21::numeric[], $22::int[]
     ) as given (
       tx_hash, log_index, merchant, receipt_id, kind, token, units, payer, deposit_address,
       payout_address, block_number, block_hash, paid_at, mismatch,
       smaller_part_units, smaller_part_at, fee_account, fee_units, fee_owed_units, split_fee_bps
     )
     -- The watch list may still hold addresses of a sandbox that was reset.
     where kind <> 'deposit' or exists (
       select from deposits where chain_id = $1 and address = given.deposit_address
     )
     on conflict (chain_id, tx_hash, log_index, block_hash) do update
     set state = 'seen', arrived_block = excluded.arrived_block, arrived_log = excluded.arrived_log,
       released_block = null, fee_claimed_block = null, units = excluded.units,
       payer = case when payments.units = excluded.units then payments.payer end,
       mismatch = case when payments.units = excluded.units then payments.mismatch end,
       usd_micros = case when payments.units = excluded.units then payments.usd_micros end
     where payments.state = 'orphaned'
       and (payments.units = excluded.units or payments.ledger_revision % 2 = 0)
     returning ${newColumns.fields}`,
    [
      chainId,
      now,
      ...valuesOf(payments, ['transactionHash', 'logIndex', 'merchant', 'receiptId', 'kind']),
      ...valuesOf(payments, ['token', 'units', 'payer', 'depositAddress', 'payoutAddress']),
      ...valuesOf(payments, ['blockNumber', 'blockHash', 'paidAt', 'mismatch']),
      payments.map(({ parts }) => parts?.[1]?.units ?? null),
      payments.map(({ parts }) => parts?.[1]?.paidAt ?? null),
      payments.map(({ chargeFee }) => chargeFee?.account ?? null),
      payments.map(({ chargeFee }) => chargeFee?.units ?? null),
      payments.map(({ chargeFee }) => chargeFee?.owedUnits ?? 0n),
      payments.map(({ splitFeeBps }) => splitFeeBps ?? 0),
    ],
  )
}

/** A receipt with the number of its payments, orphaned ones too. */
export type PaymentCount = ReceiptRef & { count: number }

/** Counts the payments of receipts, each up to `max`. */
export async function listRecorded(
  db: Queryable,
  { refs, max }: { refs: readonly ReceiptRef[]; max: number },
): Promise<PaymentCount[]> {
  const { rows } = await db.query<PaymentCount>(
    `select given.merchant, given.receipt_id as "receiptId", counted.count::int
     from (select distinct * from unnest($1::text[], $2::text[]) as given (merchant, receipt_id)) as given
       cross join lateral (
         select count(*) from (
           select from payments
           where payments.merchant = given.merchant and payments.receipt_id = given.receipt_id
           limit $3
         ) as known
       ) as counted`,
    [refs.map(({ merchant }) => merchant), refs.map(({ receiptId }) => receiptId), max],
  )
  return rows
}
