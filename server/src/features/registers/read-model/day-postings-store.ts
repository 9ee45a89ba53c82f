import type { Address } from '../../../lib/hex.js'
import type { Currency } from '../../../lib/money.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { DayPosting } from '../day-closes/sum-day.js'

/** A posting that was committed later than this after its time is found all the same. */
const lateMs = 7 * 86_400_000

/**
 * Lists the sales and refunds of a register in the ledger that belong to no close yet, in the order
 * in which they were posted. A close remembers its postings instead of a time, so that none is
 * counted twice or left out, however late its transaction was committed.
 */
export async function listOpenPostings(
  db: Queryable,
  { merchant, registerId, after }: { merchant: Address; registerId: string; after: number },
): Promise<DayPosting[]> {
  type Row = {
    key: string
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
    `select p.key, p.kind, p.at, r.sold_by, c.name, r.currency,
       coalesce(r.total_cents, r.total_usd_cents) as total, r.total_usd_cents as total_usd,
       lines.tip, lines.discount, entries.entries
     from ledger_postings as p
     join receipts as r on r.merchant = p.merchant and r.id = p.receipt_id and r.register_id = $2
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
     where p.merchant = $1 and p.kind in ('sale', 'refund') and p.at >= $3
       and not exists (
         select from day_close_postings as d where d.merchant = p.merchant and d.posting_key = p.key
       )
     order by p.at, p.key`,
    [merchant, registerId, Math.max(0, after - lateMs)],
  )
  return rows.map((row) => ({
    key: row.key,
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
