import type { Address, Hash } from '../../../../lib/hex.js'
import { toBaseUnits, toCents, toTime, valuesOf } from '../../../../platform/db/columns.js'
import type { Queryable } from '../../../../platform/db/db.js'
import type { BillingEvent, ChargeRef } from '../attempt/charge.js'

type Row = {
  merchant: Address
  id: string
  subscription_id: string
  plan_id: string
  customer: Address
  period_index: string
  attempt: number
  status: BillingEvent['status']
  amount_cents: string
  token: Address
  amount_units: string
  fee_units: string
  tx_hash: Hash | null
  failure_code: BillingEvent['failureCode']
  created_at: string
  refund_due: boolean
}

const columns = `merchant, id, subscription_id, plan_id, customer, period_index, attempt, status, amount_cents, token,
  amount_units, fee_units, tx_hash, failure_code, created_at, refund_due`

/** Inserts or updates the events of attempts. An attempt keeps the time of its first event. */
export async function saveBillingEvents(
  db: Queryable,
  events: readonly BillingEvent[],
): Promise<void> {
  if (events.length === 0) return
  await db.query(
    `insert into billing_events (${columns})
     select * from unnest(
       $1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::int[], $8::text[],
       $9::bigint[], $10::text[], $11::numeric[], $12::numeric[], $13::text[], $14::text[], $15::bigint[],
       $16::boolean[]
     )
     on conflict (merchant, subscription_id, period_index, attempt) do update
     set status = excluded.status, amount_units = excluded.amount_units, fee_units = excluded.fee_units,
       tx_hash = excluded.tx_hash, failure_code = excluded.failure_code, refund_due = excluded.refund_due`,
    valuesOf(events, [
      'merchant',
      'id',
      'subscriptionId',
      'planId',
      'customer',
      'periodIndex',
      'attempt',
      'status',
      'amountCents',
      'token',
      'amountUnits',
      'feeUnits',
      'transactionHash',
      'failureCode',
      'createdAt',
      'refundDue',
    ]),
  )
}

/** Fails the pending events of a charge that will not be made. Returns whether there were any. */
export async function failPendingEvents(
  db: Queryable,
  { merchant, subscriptionId, periodIndex }: ChargeRef,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update billing_events set status = 'failed', failure_code = 'chain'
     where merchant = $1 and subscription_id = $2 and period_index = $3 and status = 'pending'`,
    [merchant, subscriptionId, periodIndex],
  )
  return (rowCount ?? 0) > 0
}

/** Lists the events of the newest attempts of several subscriptions. */
export async function listNewestEvents(
  db: Queryable,
  refs: readonly { merchant: Address; id: string }[],
): Promise<BillingEvent[]> {
  if (refs.length === 0) return []
  const { rows } = await db.query<Row>(
    `select newest.* from unnest($1::text[], $2::text[]) as named (merchant, id)
       cross join lateral (
         select ${columns} from billing_events
         where billing_events.merchant = named.merchant and subscription_id = named.id
         order by period_index desc, attempt desc limit 1
       ) as newest`,
    [refs.map(({ merchant }) => merchant), refs.map(({ id }) => id)],
  )
  return rows.map(toEvent)
}

/** Lists the newest events of several subscriptions of a merchant. */
export async function listEventsOf(
  db: Queryable,
  input: { merchant: Address; subscriptionIds: readonly string[]; limit: number },
): Promise<BillingEvent[]> {
  const { rows } = await db.query<Row>(
    `select ${columns} from billing_events where merchant = $1 and subscription_id = any($2)
     order by created_at desc, id limit $3`,
    [input.merchant, input.subscriptionIds, input.limit],
  )
  return rows.map(toEvent)
}

/** A position in a list: the events created before it follow. */
export type EventStart = { createdAt: number; id: string }

/** Lists a merchant's events, newest first. Null selects all. */
export async function listBillingEventPage(
  db: Queryable,
  input: {
    merchant: Address
    subscriptionId: string | null
    status: BillingEvent['status'] | null
    from: number
    to: number
    after: EventStart
    limit: number
  },
): Promise<BillingEvent[]> {
  const { merchant, subscriptionId, status, from, to, after, limit } = input
  const params: unknown[] = [merchant, from, to, after.createdAt, after.id, limit]
  const and = (column: string, value: string | null) =>
    value === null ? '' : `and ${column} = $${params.push(value)}`
  const { rows } = await db.query<Row>(
    `select ${columns} from billing_events
     where merchant = $1 and created_at between $2 and $3 and (created_at, id) < ($4, $5)
       ${and('subscription_id', subscriptionId)} ${and('status', status)}
     order by created_at desc, id desc limit $6`,
    params,
  )
  return rows.map(toEvent)
}

/** Deletes all billing events of a merchant. */
export async function deleteBillingEvents(db: Queryable, merchant: Address): Promise<void> {
  await db.query('delete from billing_events where merchant = $1', [merchant])
}

function toEvent(row: Row): BillingEvent {
  return {
    merchant: row.merchant,
    id: row.id,
    subscriptionId: row.subscription_id,
    planId: row.plan_id,
    customer: row.customer,
    periodIndex: Number(row.period_index),
    attempt: row.attempt,
    status: row.status,
    amountCents: toCents(row.amount_cents),
    token: row.token,
    amountUnits: toBaseUnits(row.amount_units),
    feeUnits: toBaseUnits(row.fee_units),
    transactionHash: row.tx_hash,
    failureCode: row.failure_code,
    createdAt: toTime(row.created_at),
    refundDue: row.refund_due,
  }
}
