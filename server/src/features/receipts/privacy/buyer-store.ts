import type { Address } from '../../../lib/hex.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { FullReceipt } from '../read/describe-receipt.js'
import { type HistoryRow, historyColumns, toHistory } from '../read-model/history-sql.js'
import { type ReceiptRow, receiptColumns, toReceipt } from '../receipt-sql.js'

type Receipts = { merchant: Address; receiptIds: readonly string[] }

/** Lists the ids of a merchant's receipts that a buyer paid in part or gave an e-mail address for, after an id, in order. */
export async function listIdsOfBuyer(
  db: Queryable,
  input: {
    merchant: Address
    wallet: Address | null
    email: string | null
    receiptId: string | null
    after: string
    limit: number
  },
): Promise<string[]> {
  const { merchant, wallet, email, receiptId, after, limit } = input
  // A null equals nothing. One query per index.
  const { rows } = await db.query<{ id: string }>(
    `select id from (
       select id from receipts where merchant = $1 and buyer_wallet = $2
       union
       select id from receipts where merchant = $1 and billing is not null
         and lower(billing ->> 'email') = lower($3)
       union
       select id from receipts where merchant = $1 and lower(onramp_email) = lower($3)
       union
       select receipt_id from refunds where merchant = $1 and buyer = $2
       union
       select receipt_id from payments where merchant = $1 and payer = $2
       union
       select receipt_id from announced_transactions where merchant = $1 and payer = $2
       union
       select id from receipts where merchant = $1 and id = $6
     ) as found
     where id collate "C" > $4 order by id collate "C" limit $5`,
    [merchant, wallet, email, after, limit, receiptId],
  )
  return rows.map(({ id }) => id)
}

/**
 * Lists the wallets that paid or were refunded for receipts and belong to others than the named buyer. Without a wallet, the
 * buyer is the wallet of the receipt; the same with an e-mail address that the receipt has.
 */
export async function listOtherWallets(
  db: Queryable,
  subject: Receipts & { wallet: Address | null; email: string | null },
): Promise<Address[]> {
  const { merchant, receiptIds, wallet, email } = subject
  const { rows } = await db.query<{ wallet: Address }>(
    `select distinct part.wallet from receipts join (
       select receipt_id as id, payer as wallet from payments
       where merchant = $1 and receipt_id = any($2)
       union all
       select receipt_id, payer from announced_transactions where merchant = $1 and receipt_id = any($2)
       union all
       select receipt_id, buyer from refunds where merchant = $1 and receipt_id = any($2)
       union all
       select id, buyer_wallet from receipts where merchant = $1 and id = any($2)
     ) as part using (id)
     where merchant = $1 and part.wallet <> coalesce($3, '')
       and ($3 is not null or buyer_wallet is not null)
       and (
         part.wallet = buyer_wallet and (
           $3 is null or lower(billing ->> 'email') = lower($4) or lower(onramp_email) = lower($4)
         )
       ) is not true`,
    [merchant, receiptIds, wallet, email],
  )
  return rows.map((row) => row.wallet)
}

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
      select from members where members.merchant = $1 and members.wallet = lower(made_by)
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

/** Erases the reasons of refunds. Returns how many had one. The wallets that received them stay. */
export async function eraseFromRefunds(
  db: Queryable,
  { merchant, receiptIds }: Receipts,
): Promise<number> {
  const { rowCount } = await db.query(
    `update refunds set reason = null
     where merchant = $1 and receipt_id = any($2) and reason is not null`,
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
