import type { Address } from '../../../lib/hex.js'
import type { Currency } from '../../../lib/money.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { DayPosting } from '../day-closes/sum-day.js'

/**
 * Lists the first sales and refunds of a register in the ledger that belong to no close yet, in the
 * order in which they were posted. A close remembers its postings instead of a time, so that none is
 * counted twice or left out, however late its transaction was committed.
 */
export async function listOpenPostings(
  db: Queryable,
  { merchant, registerId, limit }: { merchant: Address; registerId: string; limit: number },
): Promise<DayPosting[]> {
  type Row = {
    posting_key: string
    kind: 'sale' | 'refund'
    at: string
    sold_by: string | null
    name: string | null
    currency: Currency
    total: string
    total_usd: string
    tip: string
    discount: string
    entries: { account: string; asset: string; units: string; usd: string }[]
  }
  const { rows } = await db.query<Row>(
    `select open.posting_key, p.kind, p.at, r.sold_by, c.name, r.currency,
       coalesce(r.total_cents, r.total_usd_cents) as total, r.total_usd_cents as total_usd,
       lines.tip, lines.discount, entries.entries
     from (
       select posting_key from register_postings
       where merchant = $1 and register_id = $2 and number is null order by at, posting_key limit $3
     ) as open
     join ledger_postings as p on p.merchant = $1 and p.key = open.posting_key
     join receipts as r on r.merchant = $1 and r.id = p.receipt_id
     left join cashiers as c on c.merchant = r.merchant and c.id = r.sold_by
     cross join lateral (
       select coalesce(sum((line ->> 'usdCents')::numeric) filter (where line ->> 'kind' = 'tip'), 0) as tip,
         coalesce(sum((line ->> 'usdCents')::numeric) filter (where line ->> 'kind' = 'discount'), 0)
           as discount
       from jsonb_array_elements(r.lines) as line
     ) as lines
     cross join lateral (
       select jsonb_agg(jsonb_build_object('account', account, 'asset', asset,
         'units', units::text, 'usd', usd_micros::text)) as entries
       from ledger_entries where merchant = p.merchant and posting_key = p.key
     ) as entries
     order by p.at, p.key`,
    [merchant, registerId, limit],
  )
  return rows.map((row) => ({
    key: row.posting_key,
    kind: row.kind,
    at: Number(row.at),
    soldBy: row.sold_by ?? '',
    cashierName: row.name,
    currency: row.currency,
    totalCents: BigInt(row.total),
    totalUsdCents: BigInt(row.total_usd),
    tipUsdCents: BigInt(row.tip),
    discountUsdCents: BigInt(row.discount),
    entries: (row.entries ?? []).map(({ account, asset, units, usd }) => ({
      account,
      asset,
      units: BigInt(units),
      usdMicros: BigInt(usd),
    })),
  }))
}
