import type { Address, Hash } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import { toTime, toTimeOrNull } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { Charge, ChargeRef, ChargeState, FailureCode } from './charge.js'

type ChargeRow = {
  merchant: Address
  subscription_id: string
  period_index: string
  charge_key: Hash
  state: ChargeState
  attempt: number
  max_batch: number
  transaction_id: string | null
  receipt_id: string | null
  first_failed_at: string | null
  failure_code: FailureCode | null
  is_announced: boolean
  created_at: string
  updated_at: string
}

const columns = `merchant, subscription_id, period_index, charge_key, state, attempt, max_batch, transaction_id,
  receipt_id, first_failed_at, failure_code, is_announced, created_at, updated_at`

/** Inserts charges, or saves everything that can change. The caller must hold the locks of the subscriptions. */
export async function saveCharges(db: Queryable, charges: readonly Charge[]): Promise<void> {
  if (charges.length === 0) return
  await db.query(
    `insert into subscription_charges (${columns})
     select * from unnest(
       $1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::int[], $7::int[], $8::text[],
       $9::text[], $10::bigint[], $11::text[], $12::boolean[], $13::bigint[], $14::bigint[]
     )
     on conflict (merchant, subscription_id, period_index) do update
     set state = excluded.state, attempt = excluded.attempt, max_batch = excluded.max_batch,
       transaction_id = excluded.transaction_id, receipt_id = excluded.receipt_id,
       first_failed_at = excluded.first_failed_at, failure_code = excluded.failure_code,
       is_announced = excluded.is_announced, updated_at = excluded.updated_at`,
    [
      charges.map((one) => one.merchant),
      charges.map((one) => one.subscriptionId),
      charges.map((one) => one.periodIndex),
      charges.map((one) => one.chargeKey),
      charges.map((one) => one.state),
      charges.map((one) => one.attempt),
      charges.map((one) => one.maxBatch),
      charges.map((one) => one.transactionId),
      charges.map((one) => one.receiptId),
      charges.map((one) => one.firstFailedAt),
      charges.map((one) => one.failureCode),
      charges.map((one) => one.isAnnounced),
      charges.map((one) => one.createdAt),
      charges.map((one) => one.updatedAt),
    ],
  )
}

/** Lists the charges of these subscriptions and periods. Absent ones were never attempted. */
export async function listCharges(db: Queryable, refs: readonly ChargeRef[]): Promise<Charge[]> {
  if (refs.length === 0) return []
  const { rows } = await db.query<ChargeRow>(
    `select ${columns} from subscription_charges join unnest($1::text[], $2::text[], $3::bigint[])
       as named (merchant, subscription_id, period_index)
       using (merchant, subscription_id, period_index)`,
    [
      refs.map(({ merchant }) => merchant),
      refs.map(({ subscriptionId }) => subscriptionId),
      refs.map(({ periodIndex }) => periodIndex),
    ],
  )
  return rows.map(toCharge)
}

/** Lists succeeded charges whose payment a reorganisation removed. */
export async function listReversed(
  db: Queryable,
  { chainId, limit }: { chainId: number; limit: number },
): Promise<Charge[]> {
  const { rows } = await db.query<ChargeRow>(
    `select distinct charge.* from payments as lost
       join subscription_charges as charge using (merchant, receipt_id)
     where lost.chain_id = $1 and lost.kind = 'charge' and lost.state = 'orphaned'
       and charge.state = 'succeeded' and not exists (
         select from payments as paid
         where paid.merchant = charge.merchant and paid.receipt_id = charge.receipt_id
           and paid.kind = 'charge' and paid.state <> 'orphaned'
       )
     limit $2`,
    [chainId, limit],
  )
  return rows.map(toCharge)
}

/** A submitted charge whose payment is confirmed, or whose transaction is over. */
export type Finished = {
  charge: Charge
  /** The transaction of the confirmed payment, or null. */
  paidBy: Hash | null
  /** Of its transaction; null when it has none or may still be executed. */
  outcome: 'final' | 'reverted' | 'failed' | null
}

/** Lists submitted charges with a result: paid ones first, then those of one transaction together. */
export async function listFinished(
  db: Queryable,
  { chainId, limit }: { chainId: number; limit: number },
): Promise<Finished[]> {
  const { rows } = await db.query<
    ChargeRow & { paid_by: Hash | null; outcome: Finished['outcome'] }
  >(
    `select charge.*, paid.tx_hash as paid_by, sent.state as outcome
     from subscription_charges as charge
       left join outgoing_transactions as sent
         on sent.id = charge.transaction_id and sent.state in ('final', 'reverted', 'failed')
       left join payments as paid
         on paid.merchant = charge.merchant and paid.receipt_id = charge.receipt_id
           and paid.chain_id = $1 and paid.kind = 'charge' and paid.state = 'confirmed'
     where charge.state = 'submitted' and (sent.id is not null or paid.tx_hash is not null)
     order by paid.tx_hash is null, charge.transaction_id limit $2`,
    [chainId, limit],
  )
  return rows.map((row) => ({
    charge: toCharge(row),
    paidBy: row.paid_by,
    outcome: row.outcome,
  }))
}

/** Counts the charges that share a transaction. */
export async function countBatch(db: Queryable, transactionId: string): Promise<number> {
  const { rows } = await db.query<{ count: string }>(
    `select count(*) as count from subscription_charges
     where transaction_id = $1 and state = 'submitted'`,
    [transactionId],
  )
  return Number(rows[0]?.count ?? 0)
}

/** Returns since when the longest waiting charge is due or under way, or null. */
export async function findOldestWaiting(db: Queryable): Promise<UnixMs | null> {
  const { rows } = await db.query<{ since: string | null }>(
    `select least(
       (select min(due_at) from subscriptions),
       (select min(updated_at) from subscription_charges where state = 'submitted')
     ) as since`,
  )
  return toTimeOrNull(rows[0]?.since ?? null)
}

/** Deletes all charges and billing events of a merchant. */
export async function deleteCharges(db: Queryable, merchant: Address): Promise<void> {
  await db.query('delete from billing_events where merchant = $1', [merchant])
  await db.query('delete from subscription_charges where merchant = $1', [merchant])
}

function toCharge(row: ChargeRow): Charge {
  return {
    merchant: row.merchant,
    subscriptionId: row.subscription_id,
    periodIndex: Number(row.period_index),
    chargeKey: row.charge_key,
    state: row.state,
    attempt: row.attempt,
    maxBatch: row.max_batch,
    transactionId: row.transaction_id,
    receiptId: row.receipt_id,
    firstFailedAt: toTimeOrNull(row.first_failed_at),
    failureCode: row.failure_code,
    isAnnounced: row.is_announced,
    createdAt: toTime(row.created_at),
    updatedAt: toTime(row.updated_at),
  }
}
