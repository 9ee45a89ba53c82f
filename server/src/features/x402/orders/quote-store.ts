import type { Address } from '../../../lib/hex.js'
import type { BaseUnits } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import type { BatchOperation } from '../../../platform/batches.js'
import type { Queryable } from '../../../platform/db/db.js'
import { defineColumns } from '../../../platform/db/define-columns.js'

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

type NewQuote = Quote & { createdAt: UnixMs; ordered: QuotedItems | null }

const quoteColumns = defineColumns<Quote>({
  chainId: 'number',
  payTo: 'text',
  merchant: 'text',
  receiptId: 'text',
  units: 'units',
  fingerprint: 'bytes',
  expiresAt: 'time',
})
const newColumns = quoteColumns.with<
  Pick<NewQuote, 'createdAt'> & { [Field in keyof QuotedItems]: QuotedItems[Field] | null }
>({ createdAt: 'time', items: 'json', jurisdictionCode: 'text' })
const itemColumns = newColumns.pick('items', 'jurisdictionCode')

async function insertQuotes(db: Queryable, quotes: readonly NewQuote[]): Promise<null[]> {
  await db.query(
    `insert into x402_quotes (${newColumns.names}) select * from ${newColumns.unnest}`,
    newColumns.batchOf(
      quotes.map(({ ordered, ...quote }) => ({
        ...quote,
        items: ordered?.items ?? null,
        jurisdictionCode: ordered?.jurisdictionCode ?? null,
      })),
    ),
  )
  return quotes.map(() => null)
}

/** Quotes at the same time share a statement. */
export const batchedQuotes: BatchOperation<NewQuote, null> = {
  keyOf: ({ payTo }) => payTo,
  run: insertQuotes,
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
