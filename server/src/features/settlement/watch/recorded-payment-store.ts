import type { Currency } from '../../../lib/currencies.js'
import type { Address } from '../../../lib/hex.js'
import { cents } from '../../../lib/money.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { ReceiptRef } from '../payment.js'
import type { Bill } from '../value-units.js'

/** A receipt with the number of its payments, orphaned ones too. */
export type Recorded = ReceiptRef & { bill: Bill; count: number }

/** Counts the payments of receipts, each up to `most`. */
export async function listRecorded(
  db: Queryable,
  { refs, most }: { refs: readonly ReceiptRef[]; most: number },
): Promise<Recorded[]> {
  const { rows } = await db.query<{
    merchant: Address
    receipt_id: string
    currency: Currency
    total_usd_cents: string
    total_cents: string | null
    count: number
  }>(
    `select merchant, receipt_id, currency, total_usd_cents, total_cents, counted.count::int
     from (select distinct * from unnest($1::text[], $2::text[]) as given (merchant, receipt_id)) as given
       join receipts using (merchant)
       cross join lateral (
         select count(*) from (
           select from payments
           where payments.merchant = given.merchant and payments.receipt_id = given.receipt_id
           limit $3
         ) as known
       ) as counted
     where receipts.id = given.receipt_id`,
    [refs.map(({ merchant }) => merchant), refs.map(({ receiptId }) => receiptId), most],
  )
  return rows.map((row) => ({
    merchant: row.merchant,
    receiptId: row.receipt_id,
    bill: {
      currency: row.currency,
      totalUsdCents: cents(BigInt(row.total_usd_cents)),
      totalCents: row.total_cents === null ? null : cents(BigInt(row.total_cents)),
    },
    count: row.count,
  }))
}

/** Lists the addresses among these whose coin a flush of ours moves. */
export async function listMovingCoin(
  db: Queryable,
  { chainId, addresses }: { chainId: number; addresses: readonly Address[] },
): Promise<Set<Address>> {
  const { rows } = await db.query<{ address: Address }>(
    `select address from deposits
     where chain_id = $1 and address = any($2) and native_flush_key is not null`,
    [chainId, addresses],
  )
  return new Set(rows.map(({ address }) => address))
}
