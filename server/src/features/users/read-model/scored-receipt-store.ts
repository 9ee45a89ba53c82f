import type { Address } from '../../../lib/hex.js'
import type { Queryable } from '../../../platform/db/db.js'
import { defineColumns } from '../../../platform/db/define-columns.js'
import type { ScoredReceipt } from '../scores/score.js'

type ReceiptRef = Pick<ScoredReceipt, 'merchant' | 'receiptId'>

const receiptColumns = defineColumns<ScoredReceipt>({
  merchant: 'text',
  receiptId: 'text',
  buyer: 'text',
  day: 'int',
  netCents: 'bigint',
})
const refColumns = receiptColumns.pick('merchant', 'receiptId')

/**
 * Computes from the ledger what receipts count for: the dollars of their sale that were paid on
 * chain, less those refunded. Manual payments do not count, because they cost a merchant
 * nothing. Receipts without a sale are absent.
 */
export async function computeReceipts(
  db: Queryable,
  receipts: readonly ReceiptRef[],
): Promise<ScoredReceipt[]> {
  const computed = await receiptColumns.list(
    db,
    `select receipts.merchant, receipts.id as "receiptId", coalesce(receipts.buyer_wallet, '') as buyer,
       (min(posting.at) filter (where posting.kind = 'sale') / 86400000)::int as day,
       greatest(0, floor(sum(
         case when posting.kind = 'sale' then entry.usd_micros else -entry.usd_micros end
       ) / 10000))::bigint as "netCents"
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
    refColumns.batchOf(receipts),
  )
  return computed.map(withoutOwnTrade)
}

/** Finds what receipts counted for when they were last scored. */
export async function findScored(
  db: Queryable,
  receipts: readonly ReceiptRef[],
): Promise<ScoredReceipt[]> {
  const scored = await receiptColumns.list(
    db,
    `select distinct ${receiptColumns.fieldsOf('scored')}
     from ${refColumns.unnest} as given (${refColumns.names})
     join scored_receipts as scored using (${refColumns.names})`,
    refColumns.batchOf(receipts),
  )
  return scored.map(withoutOwnTrade)
}

/** Lists scored receipts of a merchant. */
export async function listScored(
  db: Queryable,
  { merchant, limit }: { merchant: Address; limit: number },
): Promise<ScoredReceipt[]> {
  const scored = await receiptColumns.list(
    db,
    `select ${receiptColumns.fields} from scored_receipts
     where merchant = $1 order by receipt_id limit $2`,
    [merchant, limit],
  )
  return scored.map(withoutOwnTrade)
}

/** Stores what receipts count for. `before` is deleted first. */
export async function replaceScored(
  db: Queryable,
  { before, after }: { before: readonly ScoredReceipt[]; after: readonly ScoredReceipt[] },
): Promise<void> {
  await db.query(
    `delete from scored_receipts using ${refColumns.unnest} as given (${refColumns.names})
     where scored_receipts.merchant = given.merchant
       and scored_receipts.receipt_id = given.receipt_id`,
    refColumns.batchOf(before),
  )
  const counting = after.filter(({ netCents }) => netCents > 0n)
  await db.query(
    `insert into scored_receipts (${receiptColumns.names}) select * from ${receiptColumns.unnest}`,
    receiptColumns.batchOf(counting),
  )
}

/** Trade with oneself does not count. */
function withoutOwnTrade(receipt: ScoredReceipt): ScoredReceipt {
  return receipt.buyer === receipt.merchant ? { ...receipt, netCents: 0n } : receipt
}
