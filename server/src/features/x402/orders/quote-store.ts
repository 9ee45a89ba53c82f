import type { Address } from '../../../lib/hex.js'
import type { BaseUnits } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'
import { defineColumns } from '../../../platform/db/define-columns.js'
import { createAttachingBatch } from '../../receipts/create/attaching-batch.js'

/** The price of an order, which is honored until it expires. */
export type Quote = {
  chainId: number
  payTo: Address
  merchant: Address
  receiptId: string
  units: BaseUnits
  fingerprint: Buffer
  expiresAt: UnixMs
}

/** The items of a quoted order by id, and the place whose tax it has. */
export type QuotedItems = {
  items: readonly (readonly [id: string, qty: number])[]
  jurisdictionCode: string | null
}

type NewQuote = Pick<Quote, 'units' | 'fingerprint' | 'expiresAt'> & {
  createdAt: UnixMs
  ordered: QuotedItems | null
}

const quoteColumns = defineColumns<Quote>({
  chainId: 'number',
  payTo: 'text',
  merchant: 'text',
  receiptId: 'text',
  units: 'units',
  fingerprint: 'bytes',
  expiresAt: 'time',
})
const itemColumns = defineColumns<{ [Field in keyof QuotedItems]: QuotedItems[Field] | null }>({
  items: 'json',
  jurisdictionCode: 'text',
})

/** Inserts receipts with their quotes, so that none is stored without the other. */
export const quotedReceipts = createAttachingBatch(
  ({ receipts, rows }) => `
  insert into x402_quotes (
    chain_id, pay_to, merchant, receipt_id, units, fingerprint, created_at, expires_at, items,
    jurisdiction_code
  )
  select receipt.chain_id, receipt.deposit, receipt.merchant, receipt.id, quote.units,
    quote.fingerprint, quote.created_at, quote.expires_at, quote.items, quote.jurisdiction_code
  from ${receipts} as receipt join jsonb_to_recordset(${rows}) as quote (
    place integer, units numeric, fingerprint bytea, created_at bigint, expires_at bigint,
    items jsonb, jurisdiction_code text
  ) on quote.place = receipt.place`,
)

/** Returns the row of a quote for the insert. */
export function toQuoteRow({ units, fingerprint, createdAt, expiresAt, ordered }: NewQuote) {
  return {
    units: String(units),
    fingerprint: `\\x${fingerprint.toString('hex')}`,
    created_at: createdAt,
    expires_at: expiresAt,
    items: ordered?.items ?? null,
    jurisdiction_code: ordered?.jurisdictionCode ?? null,
  }
}

export async function findQuote(
  db: Queryable,
  { chainId, payTo }: { chainId: number; payTo: Address },
): Promise<Quote | null> {
  return quoteColumns.find(
    db,
    `select ${quoteColumns.fields} from x402_quotes where chain_id = $1 and pay_to = $2`,
    [chainId, payTo],
  )
}

/** Finds the items of a quoted order. Null when they are not stored. */
export async function findQuotedItems(
  db: Queryable,
  { merchant, receiptId }: { merchant: Address; receiptId: string },
): Promise<QuotedItems | null> {
  const stored = await itemColumns.find(
    db,
    `select ${itemColumns.fields} from x402_quotes where merchant = $1 and receipt_id = $2`,
    [merchant, receiptId],
  )
  if (!stored?.items) return null
  return { items: stored.items, jurisdictionCode: stored.jurisdictionCode }
}

/** Deletes a batch of quotes that expired at `before` or earlier. Returns their number. */
export async function deleteExpiredQuotes(
  db: Queryable,
  { before, limit }: { before: UnixMs; limit: number },
): Promise<number> {
  const { rowCount } = await db.query(
    `delete from x402_quotes where (chain_id, pay_to) in (
       select chain_id, pay_to from x402_quotes where expires_at <= $1 limit $2 for update skip locked
     )`,
    [before, limit],
  )
  return rowCount
}

/** Deletes all quotes of a merchant. */
export async function deleteQuotes(db: Queryable, merchant: Address): Promise<void> {
  await db.query('delete from x402_quotes where merchant = $1', [merchant])
}
