import { isActiveMerchant } from '../../../../auth/merchants/suspension-store.js'
import type { Address, Hash } from '../../../../lib/hex.js'
import type { UnixMs } from '../../../../lib/time.js'
import { toTimeOrNull } from '../../../../platform/db/columns.js'
import type { Queryable } from '../../../../platform/db/db.js'
import { defineColumns } from '../../../../platform/db/define-columns.js'
import type { SubscriptionRef } from '../../subscription.js'
import type { Charge, ChargeRef } from './charge.js'

const chargeColumns = defineColumns<Charge>({
  merchant: 'text',
  subscriptionId: 'text',
  periodIndex: 'number',
  chargeKey: 'text',
  state: 'text',
  attempt: 'int',
  maxBatch: 'int',
  transactionId: 'text',
  receiptId: 'text',
  firstFailedAt: 'time',
  failureCode: 'text',
  isAnnounced: 'boolean',
  createdAt: 'time',
  updatedAt: 'time',
})
const refColumns = chargeColumns.pick('merchant', 'subscriptionId', 'periodIndex')
const changedColumns = chargeColumns.omit(
  'merchant',
  'subscriptionId',
  'periodIndex',
  'chargeKey',
  'createdAt',
)

/** Inserts or updates charges. The caller must hold the locks of the subscriptions. */
export async function saveCharges(db: Queryable, charges: readonly Charge[]): Promise<void> {
  if (charges.length === 0) return
  await db.query(
    `insert into subscription_charges (${chargeColumns.names})
     select * from ${chargeColumns.unnest}
     on conflict (merchant, subscription_id, period_index) do update set ${changedColumns.excluded}`,
    chargeColumns.batchOf(charges),
  )
}

/** Lists the charges of these subscriptions and periods. Absent ones were never attempted. */
export async function listCharges(db: Queryable, refs: readonly ChargeRef[]): Promise<Charge[]> {
  if (refs.length === 0) return []
  return chargeColumns.list(
    db,
    `select ${chargeColumns.fields} from subscription_charges
       join ${refColumns.unnest} as named (${refColumns.names}) using (${refColumns.names})`,
    refColumns.batchOf(refs),
  )
}

/** Lists the charges with these keys. */
export async function listByKeys(db: Queryable, chargeKeys: readonly Hash[]): Promise<Charge[]> {
  if (chargeKeys.length === 0) return []
  return chargeColumns.list(
    db,
    `select ${chargeColumns.fields} from subscription_charges where charge_key = any($1)`,
    [chargeKeys],
  )
}

/** Lists submitted charges of all merchants in the order of their keys, after one of them. */
export async function listSubmitted(
  db: Queryable,
  { after, limit }: { after: Hash | null; limit: number },
): Promise<Charge[]> {
  return chargeColumns.list(
    db,
    `select ${chargeColumns.fields} from subscription_charges
     where state = 'submitted' and charge_key > $1 order by charge_key limit $2`,
    [after ?? '', limit],
  )
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
  return chargeColumns.list(
    db,
    `select ${chargeColumns.fields} from subscription_charges where state = 'submitted' and transaction_id = $1`,
    [transactionId],
  )
}

/** Lists the submitted charges of a subscription. */
export async function listInFlight(
  db: Queryable,
  { merchant, id }: SubscriptionRef,
): Promise<Charge[]> {
  return chargeColumns.list(
    db,
    `select ${chargeColumns.fields} from subscription_charges
     where merchant = $1 and subscription_id = $2 and state = 'submitted'`,
    [merchant, id],
  )
}

/** Lists charges adopted before a time that wait for payment. Excludes charged subscriptions. */
export async function listStaleAdopted(
  db: Queryable,
  { before, limit }: { before: UnixMs; limit: number },
): Promise<Charge[]> {
  return chargeColumns.list(
    db,
    `select ${chargeColumns.fields} from subscription_charges as charge
     where state = 'submitted' and transaction_id is null and updated_at <= $1 and exists (
       select from subscriptions as subscription
       where subscription.merchant = charge.merchant and subscription.id = charge.subscription_id
         and subscription.status in ('paused', 'canceled', 'revoked', 'expired')
     )
     order by updated_at limit $2`,
    [before, limit],
  )
}

/** Lists open charges of all merchants whose period or subscription has ended. */
export async function listAbandoned(
  db: Queryable,
  { now, limit }: { now: UnixMs; limit: number },
): Promise<ChargeRef[]> {
  return refColumns.list(
    db,
    `select ${refColumns.fields}
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
