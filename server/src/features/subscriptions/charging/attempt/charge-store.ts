import { isActiveMerchant } from '../../../../auth/merchants/suspension-store.js'
import type { Address, Hash } from '../../../../lib/hex.js'
import type { UnixMs } from '../../../../lib/time.js'
import { toTime, toTimeOrNull, valuesOf } from '../../../../platform/db/columns.js'
import type { Queryable } from '../../../../platform/db/db.js'
import type { SubscriptionRef } from '../../subscription.js'
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

/** Inserts or updates charges. The caller must hold the locks of the subscriptions. */
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
    valuesOf(charges, [
      'merchant',
      'subscriptionId',
      'periodIndex',
      'chargeKey',
      'state',
      'attempt',
      'maxBatch',
      'transactionId',
      'receiptId',
      'firstFailedAt',
      'failureCode',
      'isAnnounced',
      'createdAt',
      'updatedAt',
    ]),
  )
}

/** Lists the charges of these subscriptions and periods. Absent ones were never attempted. */
export async function listCharges(db: Queryable, refs: readonly ChargeRef[]): Promise<Charge[]> {
  if (refs.length === 0) return []
  const { rows } = await db.query<ChargeRow>(
    `select ${columns} from subscription_charges join unnest($1::text[], $2::text[], $3::bigint[])
       as named (merchant, subscription_id, period_index)
       using (merchant, subscription_id, period_index)`,
    valuesOf(refs, ['merchant', 'subscriptionId', 'periodIndex']),
  )
  return rows.map(toCharge)
}

/** Lists those of these charges that succeeded. */
export async function listSucceeded(db: Queryable, chargeKeys: readonly Hash[]): Promise<Charge[]> {
  if (chargeKeys.length === 0) return []
  const { rows } = await db.query<ChargeRow>(
    `select ${columns} from subscription_charges where charge_key = any($1) and state = 'succeeded'`,
    [chargeKeys],
  )
  return rows.map(toCharge)
}

/** Lists submitted charges of all merchants in the order of their keys, after one of them. */
export async function listSubmitted(
  db: Queryable,
  { after, limit }: { after: Hash | null; limit: number },
): Promise<Charge[]> {
  const { rows } = await db.query<ChargeRow>(
    `select ${columns} from subscription_charges
     where state = 'submitted' and charge_key > $1 order by charge_key limit $2`,
    [after ?? '', limit],
  )
  return rows.map(toCharge)
}

/** Lists the transactions of submitted charges in the order of their ids, after one of them. */
export async function listTransactions(
  db: Queryable,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await db.query<{ transaction_id: string }>(
    `select distinct transaction_id from subscription_charges
     where state = 'submitted' and transaction_id > $1 order by transaction_id limit $2`,
    [after ?? '', limit],
  )
  return rows.map((row) => row.transaction_id)
}

/** Lists the submitted charges that share a transaction. */
export async function listBatch(db: Queryable, transactionId: string): Promise<Charge[]> {
  const { rows } = await db.query<ChargeRow>(
    `select ${columns} from subscription_charges where state = 'submitted' and transaction_id = $1`,
    [transactionId],
  )
  return rows.map(toCharge)
}

/** Lists the submitted charges of a subscription. */
export async function listInFlight(
  db: Queryable,
  { merchant, id }: SubscriptionRef,
): Promise<Charge[]> {
  const { rows } = await db.query<ChargeRow>(
    `select ${columns} from subscription_charges
     where merchant = $1 and subscription_id = $2 and state = 'submitted'`,
    [merchant, id],
  )
  return rows.map(toCharge)
}

/** Lists charges adopted before a time that wait for payment. Excludes charged subscriptions. */
export async function listStaleAdopted(
  db: Queryable,
  { before, limit }: { before: UnixMs; limit: number },
): Promise<Charge[]> {
  const { rows } = await db.query<ChargeRow>(
    `select ${columns} from subscription_charges as charge
     where state = 'submitted' and transaction_id is null and updated_at <= $1 and exists (
       select from subscriptions as subscription
       where subscription.merchant = charge.merchant and subscription.id = charge.subscription_id
         and subscription.status in ('paused', 'canceled', 'revoked', 'expired')
     )
     order by updated_at limit $2`,
    [before, limit],
  )
  return rows.map(toCharge)
}

/** Lists open charges of all merchants whose period or subscription is over. */
export async function listAbandoned(
  db: Queryable,
  { now, limit }: { now: UnixMs; limit: number },
): Promise<ChargeRef[]> {
  const { rows } = await db.query<Pick<ChargeRow, 'merchant' | 'subscription_id' | 'period_index'>>(
    `select merchant, subscription_id, period_index
     from subscription_charges as charge join (
       select merchant, id as subscription_id, status, start_seconds, period_seconds, end_seconds
       from subscriptions
     ) as subscription using (merchant, subscription_id)
     where state = 'open' and (
       status in ('canceled', 'revoked', 'expired')
       or least(start_seconds + (period_index + 1) * period_seconds, end_seconds) * 1000 <= $1
     )
     limit $2`,
    [now, limit],
  )
  return rows.map((row) => ({
    merchant: row.merchant,
    subscriptionId: row.subscription_id,
    periodIndex: Number(row.period_index),
  }))
}

/** Returns since when the oldest charge waits, or null. Ignores suspended merchants. */
export async function findOldestWaiting(db: Queryable): Promise<UnixMs | null> {
  const { rows } = await db.query<{ since: string | null }>(
    `select least(
       (select min(due_at) from subscriptions where ${isActiveMerchant('merchant')}),
       (select min(updated_at) from subscription_charges where state = 'submitted')
     ) as since`,
  )
  return toTimeOrNull(rows[0]?.since ?? null)
}

/** Deletes all charges of a merchant. */
export async function deleteCharges(db: Queryable, merchant: Address): Promise<void> {
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
