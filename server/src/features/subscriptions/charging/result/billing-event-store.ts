import type { Address } from '../../../../lib/hex.js'
import type { Queryable } from '../../../../platform/db/db.js'
import { defineColumns } from '../../../../platform/db/define-columns.js'
import type { BillingEvent, ChargeRef } from '../attempt/charge.js'

const eventColumns = defineColumns<BillingEvent>({
  merchant: 'text',
  id: 'text',
  subscriptionId: 'text',
  planId: 'text',
  customer: 'text',
  periodIndex: 'number',
  attempt: 'int',
  status: 'text',
  amountCents: 'cents',
  token: 'text',
  amountUnits: 'units',
  feeUnits: 'units',
  transactionHash: { kind: 'text', name: 'tx_hash' },
  failureCode: 'text',
  createdAt: 'time',
  refundDue: 'boolean',
})

/** Inserts or updates the events of attempts. An attempt keeps the time of its first event. */
export async function saveBillingEvents(
  db: Queryable,
  events: readonly BillingEvent[],
): Promise<void> {
  if (events.length === 0) return
  await db.query(
    `insert into billing_events (${eventColumns.names})
     select * from ${eventColumns.unnest}
     on conflict (merchant, subscription_id, period_index, attempt) do update
     set status = excluded.status, amount_units = excluded.amount_units, fee_units = excluded.fee_units,
       tx_hash = excluded.tx_hash, failure_code = excluded.failure_code, refund_due = excluded.refund_due`,
    eventColumns.batchOf(events),
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
  return eventColumns.list(
    db,
    `select newest.* from unnest($1::text[], $2::text[]) as named (merchant, id)
       cross join lateral (
         select ${eventColumns.fields} from billing_events
         where billing_events.merchant = named.merchant and subscription_id = named.id
         order by period_index desc, attempt desc limit 1
       ) as newest`,
    [refs.map(({ merchant }) => merchant), refs.map(({ id }) => id)],
  )
}

/** Lists the newest events of several subscriptions of a merchant. */
export async function listEventsOf(
  db: Queryable,
  input: { merchant: Address; subscriptionIds: readonly string[]; limit: number },
): Promise<BillingEvent[]> {
  return eventColumns.list(
    db,
    `select ${eventColumns.fields} from billing_events where merchant = $1 and subscription_id = any($2)
     order by created_at desc, id limit $3`,
    [input.merchant, input.subscriptionIds, input.limit],
  )
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
    minAttempt: number
    from: number
    to: number
    after: EventStart
    limit: number
  },
): Promise<BillingEvent[]> {
  const { merchant, subscriptionId, status, minAttempt, from, to, after, limit } = input
  const params: unknown[] = [merchant, from, to, after.createdAt, after.id, limit, minAttempt]
  const and = (column: string, value: string | null) =>
    value === null ? '' : `and ${column} = $${params.push(value)}`
  return eventColumns.list(
    db,
    `select ${eventColumns.fields} from billing_events
     where merchant = $1 and created_at between $2 and $3 and (created_at, id) < ($4, $5)
       and attempt >= $7
       ${and('subscription_id', subscriptionId)} ${and('status', status)}
     order by created_at desc, id desc limit $6`,
    params,
  )
}

/** Deletes all billing events of a merchant. */
export async function deleteBillingEvents(db: Queryable, merchant: Address): Promise<void> {
  await db.query('delete from billing_events where merchant = $1', [merchant])
}
