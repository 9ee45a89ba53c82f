import type { Address } from '../../../lib/hex.js'
import { type UnixMs, unixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { FoundPayment } from './payment-store.js'

/**
 * Native coin came when it was first seen lying there, not when it was moved on: the quote of that moment counts. And
 * who paid, only a transaction can tell that the buyer named.
 */
export async function takeNativeTimes(
  db: Queryable,
  input: { chainId: number; payments: FoundPayment[]; flushedNative: readonly Address[] },
): Promise<FoundPayment[]> {
  const { chainId, payments, flushedNative } = input
  if (flushedNative.length === 0) return payments
  const { rows } = await db.query<{
    address: Address
    native_since: string | null
    payer: Address | null
  }>(
    `with gone as (
       select address, merchant, receipt_id, native_since from deposits
       where chain_id = $1 and address = any($2) for update
     ), cleared as (
       update deposits set native_units = null, native_since = null, native_flush_key = null
       where chain_id = $1 and address in (select address from gone)
     )
     select address, native_since, (
       select payer from payment_hints
       where payment_hints.merchant = gone.merchant and payment_hints.receipt_id = gone.receipt_id
         and state = 'paying'
       order by created_at desc limit 1
     ) as payer
     from gone`,
    [chainId, flushedNative],
  )
  const seen = new Map(rows.map((row) => [row.address, row]))
  return payments.map((payment) => {
    const row = payment.kind === 'native' && seen.get(payment.depositAddress as Address)
    if (!row) return payment
    const since: UnixMs | null = row.native_since === null ? null : unixMs(Number(row.native_since))
    return { ...payment, payer: row.payer, paidAt: since ?? payment.paidAt }
  })
}

/** Deposits that a buyer may be about to send native coin to. */
export async function listNative(
  db: Queryable,
  { chainId, now, limit }: { chainId: number; now: UnixMs; limit: number },
): Promise<{ address: Address; merchant: Address; receiptId: string; since: UnixMs | null }[]> {
  const { rows } = await db.query<{
    address: Address
    merchant: Address
    receipt_id: string
    native_since: string | null
  }>(
    `select address, merchant, receipt_id, native_since from deposits
     where chain_id = $1 and native_until > $2 order by native_until desc limit $3`,
    [chainId, now, limit],
  )
  return rows.map((row) => ({
    address: row.address,
    merchant: row.merchant,
    receiptId: row.receipt_id,
    since: row.native_since === null ? null : unixMs(Number(row.native_since)),
  }))
}

/** Notes native coin that lies at a deposit address, and since when. More of it does not make it later. */
export async function noteNative(
  db: Queryable,
  {
    chainId,
    address,
    units,
    now,
  }: { chainId: number; address: Address; units: bigint; now: UnixMs },
): Promise<void> {
  await db.query(
    `update deposits set native_units = $3, native_since = coalesce(native_since, $4)
     where chain_id = $1 and address = $2 and native_units is distinct from $3`,
    [chainId, address, units, now],
  )
}
