/**
 * SQL of the new receipts in `given` whose price used other versions of shop, split or euro rate
 * than the current ones. Their columns with the used versions are null for facts that no price
 * used.
 */
export const staleReceipts = `select place, 'stale', null::jsonb
  from given join (
    select merchant,
      coalesce((
        select version from shops where shops.merchant = merchants.merchant
      ), 0) as shop_version,
      coalesce((
        select version from splits join split_contracts using (chain_id, address, merchant)
        where splits.merchant = merchants.merchant order by version desc limit 1
      ), 0) as split_version
    from (select distinct merchant from given) as merchants
  ) as sellers using (merchant)
  where given.shop_version <> sellers.shop_version
    or given.split_version <> sellers.split_version
    or rate_version <> coalesce((
      select fetched_at from exchange_rates where unit = 'EUR'
    ), 0)`
