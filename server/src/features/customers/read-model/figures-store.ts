import type { Address } from '../../../lib/hex.js'
import type { Queryable } from '../../../platform/db/db.js'
import { defineColumns } from '../../../platform/db/define-columns.js'
import type { CustomerFigures } from '../customer.js'

/** Older receipts of a customer do not change their name or wallet. */
const newest = 20

const columns = defineColumns<CustomerFigures>({
  key: 'text',
  wallet: 'text',
  name: 'text',
  receiptCount: 'int',
  spentUsdCents: 'cents',
  refundedUsdCents: 'cents',
  firstSeenAt: 'time',
  lastSeenAt: 'time',
})

const ofCustomer = `receipts.merchant = $1
  and receipt_customer(billing, onramp_email, buyer_wallet) = given.key`

/** Computes the figures of customers from their receipts. Those without receipts are absent. */
export async function computeFigures(
  db: Queryable,
  { merchant, keys }: { merchant: Address; keys: readonly string[] },
): Promise<CustomerFigures[]> {
  return columns.list(
    db,
    `select given.key, wallet, name, "receiptCount", "spentUsdCents", "refundedUsdCents",
       "firstSeenAt", "lastSeenAt"
     from unnest($2::text[]) as given (key)
       cross join lateral (
         select count(*)::int as "receiptCount",
           coalesce(sum(total_usd_cents) filter (
             where status in ('paid', 'completed', 'reconciled', 'refund_requested', 'refunded')
           ), 0)::bigint as "spentUsdCents",
           sum(refunded_usd_cents)::bigint as "refundedUsdCents",
           min(created_at) as "firstSeenAt", max(created_at) as "lastSeenAt"
         from receipts where ${ofCustomer}
         having count(*) > 0
       ) as figures
       cross join lateral (
         select (array_agg(name order by place) filter (where name <> ''))[1] as name,
           (array_agg(buyer_wallet order by place) filter (where buyer_wallet is not null))[1] as wallet
         from (
           select buyer_wallet, row_number() over (order by created_at desc, id desc) as place,
             left(trim(concat_ws(' ', billing ->> 'firstName', billing ->> 'lastName')), 200) as name
           from receipts where ${ofCustomer} order by created_at desc, id desc limit ${newest}
         ) as recent
       ) as person`,
    [merchant, keys],
  )
}
