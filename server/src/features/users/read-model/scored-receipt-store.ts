import type { Address } from '../../../lib/hex.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { ScoredReceipt } from '../scores/score.js'

type ReceiptRef = Pick<ScoredReceipt, 'merchant' | 'receiptId'>

type Row = {
  merchant: Address
  receipt_id: string
  buyer: Address | ''
  day: number
  net_cents: string
}

/**
 * Computes from the ledger what receipts count for: the dollars of their sale that were paid on
 * chain, less those refunded. Manual payments count for nothing, because they cost a merchant
 * nothing. Receipts without a sale are absent.
 */
export async function computeReceipts(
  db: Queryable,
  receipts: readonly ReceiptRef[],
): Promise<ScoredReceipt[]> {
  const { rows } = await db.query<Row>(
    `select receipts.merchant, receipts.id as receipt_id, coalesce(receipts.buyer_wallet, '') as buyer,
       (min(posting.at) filter (where posting.kind = 'sale') / 86400000)::int as day,
       greatest(0, floor(sum(
         case when posting.kind = 'sale' then entry.usd_micros else -entry.usd_micros end
       ) / 10000))::bigint as net_cents
     from (select distinct merchant, id from unnest($1::text[], $2::text[]) as given (merchant, id)) as wanted
     join receipts using (merchant, id)
     join ledger_postings as posting
       on posting.merchant = receipts.merchant and posting.receipt_id = receipts.id
     join ledger_entries as entry
       on entry.merchant = posting.merchant and entry.posting_key = posting.key
     where entry.asset <> 'USD' and (
       (posting.kind = 'sale' and entry.account = 'customer_credit')
       or (posting.kind = 'refund' and entry.account = 'refunds')
     )
     group by receipts.merchant, receipts.id, receipts.buyer_wallet
     having count(*) filter (where posting.kind = 'sale') > 0`,
    columnsOf(receipts),
  )
  return rows.map(toReceipt)
}

/** Finds what receipts counted for when they were last scored. */
export async function findScored(
  db: Queryable,
  receipts: readonly ReceiptRef[],
): Promise<ScoredReceipt[]> {
  const { rows } = await db.query<Row>(
    `select distinct scored.merchant, scored.receipt_id, buyer, day, net_cents
     from unnest($1::text[], $2::text[]) as given (merchant, receipt_id)
     join scored_receipts as scored using (merchant, receipt_id)`,
    columnsOf(receipts),
  )
  return rows.map(toReceipt)
}

/** Lists scored receipts of a merchant. */
export async function listScored(
  db: Queryable,
  { merchant, limit }: { merchant: Address; limit: number },
): Promise<ScoredReceipt[]> {
  const { rows } = await db.query<Row>(
    `select merchant, receipt_id, buyer, day, net_cents from scored_receipts
     where merchant = $1 order by receipt_id limit $2`,
    [merchant, limit],
  )
  return rows.map(toReceipt)
}

/** Stores what receipts count for. `before` is deleted first. */
export async function replaceScored(
  db: Queryable,
  { before, after }: { before: readonly ScoredReceipt[]; after: readonly ScoredReceipt[] },
): Promise<void> {
  await db.query(
    `delete from scored_receipts using unnest($1::text[], $2::text[]) as given (merchant, receipt_id)
     where scored_receipts.merchant = given.merchant
       and scored_receipts.receipt_id = given.receipt_id`,
    columnsOf(before),
  )
  const counting = after.filter(({ netCents }) => netCents > 0n)
  await db.query(
    `insert into scored_receipts (merchant, receipt_id, buyer, day, net_cents)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::bigint[])`,
    [
      ...columnsOf(counting),
      counting.map(({ buyer }) => buyer),
      counting.map(({ day }) => day),
      counting.map(({ netCents }) => netCents),
    ],
  )
}

function columnsOf(receipts: readonly ReceiptRef[]): unknown[] {
  return [receipts.map(({ merchant }) => merchant), receipts.map(({ receiptId }) => receiptId)]
}

function toReceipt({ merchant, receipt_id, buyer, day, net_cents }: Row): ScoredReceipt {
  // Trade with oneself counts for nothing.
  const netCents = buyer === merchant ? 0n : BigInt(net_cents)
  return { merchant, receiptId: receipt_id, buyer, day, netCents }
}
