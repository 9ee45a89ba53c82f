import { manualUsd } from '../../../platform/chain/assets/asset-name.js'

/** SQL: whether a posting `p` is a reversal. */
const sign = `case when p.key like 'undo:%' then -1 else 1 end`

/**
 * SQL of the entries of postings of a source with `merchant` and `posting_key`, in the columns of
 * daily sums. Receipts know the jurisdiction, and the tip within a sale, which counts as an entry of
 * kind `tip`. `offset 0` makes the database look up each posting: it cannot know that few of them
 * wait, and would read whole tables.
 */
export const entriesOf = (source: string) => `
  select p.merchant, (p.at / 86400000)::int as day, (p.at % 86400000 / 900000)::int as quarter, p.at,
    e.kind, e.account, e.asset, coalesce(r.jurisdiction_code, '') as jurisdiction,
    e.postings, e.units, e.usd_micros
  from ${source} as given
  cross join lateral (
    select merchant, key, kind, at, receipt_id from ledger_postings
    where merchant = given.merchant and key = given.posting_key offset 0
  ) as p
  left join lateral (
    select jurisdiction_code, case when p.kind = 'sale' and lines @> '[{"kind": "tip"}]' then (
      select sum((line ->> 'usdCents')::numeric) from jsonb_array_elements(lines) as line
      where line ->> 'kind' = 'tip'
    ) end as tip_cents from receipts
    where merchant = p.merchant and id = p.receipt_id and p.kind in ('sale', 'refund') offset 0
  ) as r on true
  cross join lateral (
    select p.kind, account, asset, case when seq > 1 then 0 else ${sign} end as postings, units,
      usd_micros
    from ledger_entries where merchant = p.merchant and posting_key = p.key
    union all
    select 'tip', 'tip', '${manualUsd}', ${sign}, 0, r.tip_cents * -10000 * ${sign}
    where r.tip_cents > 0
    offset 0
  ) as e`
