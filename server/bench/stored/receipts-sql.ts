/** Words of labels. An item has one of each, so there are 2,000 items. */
const firstWords = `House Washed Natural Dark Light Single Double Organic Honey Smoked Salted Spiced Roasted Dried
  Fresh Toasted Golden Silver Northern Southern Alpine Coastal Wild Garden Winter Summer Spring Harvest Classic
  Vintage Modern Royal Rustic Velvet Cedar Amber Copper Indigo Scarlet Ivory`
const secondWords = `espresso beans filter tea cocoa syrup tumbler kettle grinder scale tray apron notebook candle
  soap towel blanket lamp vase bowl plate cup mug glass jar bottle basket bread cake biscuit jam pickle olive oil
  vinegar pepper paprika saffron vanilla cinnamon rice lentil pasta sauce cheese butter yogurt juice cider water`

const listWords = (words: string) => `'{${words.split(/\s+/).join(',')}}'::text[]`

const items = 2_000
/** A word that the label of every 40th item has. */
export const commonWord = 'Amber'

/** Other merchants, beside the demo shop. */
const otherMerchants = 999

const walletOf = (number: string) => `'0x' || lpad(to_hex(${number}), 40, '0')`
const idOf = (prefix: string, number: string) =>
  `'${prefix}_' || substr(md5((${number})::text), 1, 26)`
/** SQL: a whole number from 0, which looks random and is the same for the same receipt. */
const draw = (seed: number, below: number) => `abs(hashint8extended(n, ${seed}) % ${below})`
const priceOf = (item: string) => `(500 + ${item} * 37 % 40 * 50)`
const labelOf = (item: string) =>
  `(${listWords(firstWords)})[1 + ${item} % 40] || ' ' || (${listWords(secondWords)})[1 + ${item} / 40]`
const lineOf = (
  item: string,
  share: string,
) => `jsonb_build_object('kind', 'item', 'label', ${labelOf(item)},
  'itemId', ${idOf('itm', item)}, 'sku', 'SKU-' || ${item}, 'qty', 1, 'usdCents', ${priceOf(item)},
  'usdShare', ${share})`
const restOfLines = `jsonb_build_object('kind', 'tax', 'label', 'Tax', 'usdCents', tax),
  jsonb_build_object('kind', 'fee', 'label', 'Processing Fee', 'usdCents', fee)`
const linesOf = (count: number) => {
  const lines = Array.from({ length: count }, (_, index) =>
    lineOf(
      `item${index + 1}`,
      index === 0 ? 'jsonb_build_array(0, tax, fee)' : `'[0, 0, 0]'::jsonb`,
    ),
  )
  return `jsonb_build_array(${[...lines, restOfLines].join(', ')})`
}

/** The merchants besides the demo shop. */
export const insertMerchants = `
  insert into merchants (wallet, created_at)
  select ${walletOf('number')}, $1::bigint - $2::bigint
  from generate_series(1, ${otherMerchants}) as number on conflict do nothing`

/** The id of a receipt of the demo shop, its reference and the label of its first item. */
export const findExample = `
  select id, reference, lines -> 0 ->> 'label' as label from receipts
  where merchant = $1 and reference like 'cart-%' order by created_at limit 1 offset 100`

/**
 * SQL that inserts the receipts `$1` to `$2` of a step that has `$3` to `$4`: orders with a key, of
 * one to three items, evenly over `$6` milliseconds until `$5`. Every tenth is one of the demo shop
 * `$7`. Of 100 receipts 60 are paid in cash, 30 failed, and 10 wait. A sale has the rows that an order
 * and a payment recorded by hand write, except for events, which are deleted after a month.
 */
export const insertSales = `
  with numbers as materialized (
    select n,
      case when ${draw(1, 10)} = 0 then $7::text else ${walletOf(`1 + ${draw(2, otherMerchants)}`)} end as merchant,
      $5::bigint - $6::bigint * ($4::bigint - n) / ($4::bigint - $3::bigint + 1) - ${draw(3, 60_000)} as at,
      ${draw(4, 100)} as outcome, 1 + ${draw(5, 3)} as count,
      ${draw(6, items)} as item1, ${draw(7, items)} as item2, ${draw(8, items)} as item3
    from generate_series($1::bigint, $2::bigint) as n
  ), priced as materialized (
    select *, ${idOf('rcpt', 'n')} as id, round(net * 0.0725)::bigint as tax,
      round(net * 1.0725 * 0.005)::bigint as fee,
      least($5::bigint, at + 20000 + n % 100000) as paid_at,
      case when outcome < 60 then 'paid' when outcome < 90 then 'failed'
        when outcome < 95 then 'link_opened' else 'generated' end as status
    from numbers cross join lateral (
      select (${priceOf('item1')} + case when count > 1 then ${priceOf('item2')} else 0 end
        + case when count > 2 then ${priceOf('item3')} else 0 end)::bigint as net offset 0
    ) as sum
  ), made as (
    insert into receipts (merchant, id, kind, status, currency, total_usd_cents, lines, tax_rate_ppm,
      tax_components, reference, brand_name, payout_address, key_id, failure_code, is_paid_manually,
      created_at, updated_at, installation_id, has_generated_id)
    select merchant, id, 'order', status, 'USD', net + tax + fee,
      case count when 1 then ${linesOf(1)} when 2 then ${linesOf(2)} else ${linesOf(3)} end,
      72500, '{}', 'cart-' || n, 'Notch & Bean', '0x3651dcbeccac631e221205c18a35453f7fe4f67a', 'key_bench0000000000',
      case when status = 'failed' then 'expired' end, status = 'paid', at,
      case when status = 'generated' then at else paid_at end,
      (select id from installation), true
    from priced
  ), watched as (
    insert into deposits (chain_id, address, merchant, receipt_id, receipt_key, payout_address, watched_until)
    select 84532, '0x' || md5(id) || substr(id, 6, 8), merchant, id, '0x' || md5(id) || md5(id || '.'),
      '0x3651dcbeccac631e221205c18a35453f7fe4f67a', at + 7776000000
    from priced
  ), told as (
    insert into timeline_entries (merchant, receipt_id, seq, status, previous_status, at, made_by, note, detail)
    select merchant, id, 1, 'generated', null, at, 'key_bench0000000000', null, null from priced
    union all
    select merchant, id, 2, status, 'generated', paid_at, merchant, case when status = 'paid' then 'cash' end,
      case when status = 'paid' then '{"marked": true}'::jsonb end
    from priced where status <> 'generated'
  ), posted as (
    insert into ledger_postings (merchant, key, kind, at, receipt_id)
    select merchant, prefix || id || ':1', kind, paid_at, id
    from priced cross join (values ('mark:', 'mark'), ('sale-mark:', 'sale')) as posting (prefix, kind)
    where status = 'paid'
  ), entered as (
    insert into ledger_entries (merchant, posting_key, seq, account, asset, units, usd_micros)
    select merchant, prefix || id || ':1', seq, account, 'USD', cents, cents * 10000
    from priced cross join lateral (values
      ('mark:', 1, 'manual', net + tax + fee), ('mark:', 2, 'customer_credit', -net - tax - fee),
      ('mark:', 3, 'proceeds', net + tax + fee), ('mark:', 4, 'due:manual', -net - tax - fee),
      ('sale-mark:', 1, 'customer_credit', net + tax + fee), ('sale-mark:', 2, 'sales', -net),
      ('sale-mark:', 3, 'tax:tax', -tax), ('sale-mark:', 4, 'fee_difference', -fee)
    ) as entry (prefix, seq, account, cents)
    where status = 'paid'
  )
  insert into bench.sales (merchant, at, net, tax, fee)
  select merchant, paid_at, net, tax, fee from priced where status = 'paid'`

/** The sales that the daily sums are made of. Other ledger entries do not exist. */
export const createSales = `
  create schema if not exists bench;
  create unlogged table if not exists bench.sales (
    merchant text not null, at bigint not null, net bigint not null, tax bigint not null, fee bigint not null
  )`

/** SQL: the sums of a day up to the end of each quarter, in cents and in millionths of a dollar. */
const untilOf = (
  cents: string,
  name: string,
) => `array_agg(${cents} order by quarter) as ${name}_units,
      array_agg((${cents}) * 10000 order by quarter) as ${name}_micros`

/**
 * SQL of the daily sums of all sales of the merchants in part `$1` of `$2`, as the job
 * `sum-ledger-days` would add them.
 */
export const insertDays = `
  with quarters as (
    select merchant, (at / 86400000)::int as day, (at % 86400000 / 900000)::int as quarter,
      count(*) as count, sum(net)::bigint as net, sum(tax)::bigint as tax, sum(fee)::bigint as fee
    from bench.sales where abs(hashtext(merchant)) % $2::int = $1::int group by 1, 2, 3
  ), running as (
    select merchant, day, quarter, sum(count) over until as count, sum(net) over until as net,
      sum(tax) over until as tax, sum(fee) over until as fee
    from quarters window until as (partition by merchant, day order by quarter)
  ), days as materialized (
    select merchant, day, array_agg(quarter order by quarter) as quarters,
      array_agg(count::bigint order by quarter) as count_until, ${untilOf('net + tax + fee', 'total')},
      ${untilOf('-net - tax - fee', 'minus_total')}, ${untilOf('-net', 'net')}, ${untilOf('-tax', 'tax')},
      ${untilOf('-fee', 'fee')}
    from running group by merchant, day
  )
  insert into ledger_days (merchant, day, kind, account, asset, jurisdiction, postings, units, usd_micros, quarters,
    postings_until, units_until, usd_micros_until)
  select merchant, day, kind, account, 'USD', '', postings_until[cardinality(quarters)],
    units_until[cardinality(quarters)], micros_until[cardinality(quarters)], quarters, postings_until, units_until,
    micros_until
  from days cross join lateral (
    select array_fill(0::bigint, array[cardinality(quarters)]) as none_until
  ) as none cross join lateral (values
    ('mark', 'manual', count_until, total_units, total_micros),
    ('mark', 'customer_credit', none_until, minus_total_units, minus_total_micros),
    ('mark', 'proceeds', none_until, total_units, total_micros),
    ('mark', 'due:manual', none_until, minus_total_units, minus_total_micros),
    ('sale', 'customer_credit', count_until, total_units, total_micros),
    ('sale', 'sales', none_until, net_units, net_micros),
    ('sale', 'tax:tax', none_until, tax_units, tax_micros),
    ('sale', 'fee_difference', none_until, fee_units, fee_micros)
  ) as entry (kind, account, postings_until, units_until, micros_until)`
