import type { Address } from '../../../lib/hex.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { FullReceipt } from '../read/describe-receipt.js'
import { type HistoryRow, historyColumns, toHistory } from '../read-model/history-sql.js'
import { type ReceiptRow, receiptColumns, toReceipt } from '../receipt-sql.js'

export type Receipts = { merchant: Address; receiptIds: readonly string[] }

/** Locks receipts in the order of their ids, so that transactions do not deadlock. */
export async function lockReceipts(
  db: Queryable,
  { merchant, receiptIds }: Receipts,
): Promise<void> {
  await db.query(
    'select id from receipts where merchant = $1 and id = any($2) order by id for update',
    [merchant, receiptIds],
  )
}

/**
 * Erases the buyer's data from receipts, and returns how many had any. Amounts, lines, tax, wallets
 * and hashes stay. A reference stays unless it contains an e-mail address.
 */
export async function eraseFromReceipts(
  db: Queryable,
  { merchant, receiptIds }: Receipts,
): Promise<number> {
  const { rowCount } = await db.query(
    `update receipts set metadata = null, billing = null, onramp_email = null, redirect_url = null,
       return_url = null, on_success = null,
       reference = case when reference like '%@%' then null else reference end
     where merchant = $1 and id = any($2) and (
       metadata is not null or billing is not null or onramp_email is not null
       or redirect_url is not null or return_url is not null or on_success is not null
       or reference like '%@%'
     )`,
    [merchant, receiptIds],
  )
  return rowCount
}

/** People write these entries. The others have fixed texts, and the service reads them. */
const byPeople = `(made_by like '0x%' or made_by like 'key\\_%' or made_by = 'buyer')`

/**
 * Erases free texts from the timelines of receipts, and the wallets of authors outside the
 * merchant's team. Returns how many entries had any.
 */
export async function eraseFromTimelines(
  db: Queryable,
  { merchant, receiptIds }: Receipts,
): Promise<number> {
  const isBuyer = `made_by like '0x%' and not exists (
      select from members where members.merchant = $1 and members.person = lower(made_by)
    )`
  // The note `replaced` is not a free text: it protects a receipt from its former author.
  const hasText = `${byPeople} and note is not null and note <> 'replaced'`
  const { rowCount } = await db.query(
    `update timeline_entries set
       note = case when ${hasText} then null else note end,
       made_by = case when ${isBuyer} then 'buyer' else made_by end
     where merchant = $1 and receipt_id = any($2) and ((${hasText}) or (${isBuyer}))`,
    [merchant, receiptIds],
  )
  return rowCount
}

/** Returns receipts with their timelines and refunds, newest first. */
export async function listFullReceipts(
  db: Queryable,
  { merchant, ids }: { merchant: Address; ids: readonly string[] },
): Promise<FullReceipt[]> {
  const { rows } = await db.query<ReceiptRow & HistoryRow>(
    `select ${receiptColumns}, ${historyColumns} from receipts r
     where merchant = $1 and id = any($2) order by created_at desc, id desc`,
    [merchant, ids],
  )
  return rows.map((row) => ({ receipt: toReceipt(row), history: toHistory(row) }))
}
