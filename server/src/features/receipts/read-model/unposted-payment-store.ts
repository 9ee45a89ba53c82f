import type { Address } from '../../../lib/hex.js'
import { type Micros, micros } from '../../../lib/money.js'
import { toMicros } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'

/** Sums the value of a receipt's payments that are on chain, but not in the ledger yet. */
export async function sumUnposted(
  db: Queryable,
  { merchant, receiptId }: { merchant: Address; receiptId: string },
): Promise<Micros> {
  const { rows } = await db.query<{ usd_micros: string | null }>(
    `select sum(usd_micros) as usd_micros from payments
     where merchant = $1 and receipt_id = $2 and state <> 'orphaned' and ledger_revision % 2 = 0
       and mismatch is distinct from 'wrong_payout'`,
    [merchant, receiptId],
  )
  const sum = rows[0]?.usd_micros ?? null
  return sum === null ? micros(0n) : toMicros(sum)
}
