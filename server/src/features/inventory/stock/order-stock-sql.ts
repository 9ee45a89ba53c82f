import { insertChangesOf } from '../../../platform/live-changes/live-change-store.js'

/** Parts of a statement that inserts orders together with the stock that they hold. */
type OrderStockSql = {
  /** A query of `$2`, the wanted stock: `toWantedRows`, or `toUsedVersions` for unlimited items. */
  wanted: string
  /** Tables that lock the items and compare them with the `wanted` stock. */
  checks: readonly string[]
  /** A query of the orders that cannot be placed: `place`, `outcome`, and the `short` items. */
  refusals: string
  /** Tables that hold the stock of the orders that were `placed`. */
  holds: readonly string[]
}

/**
 * `waiting`: an order of an item that another transaction locks waits for it. `prompt`: such an order
 * is `locked`. `unlimited`: all items had unlimited stock when their versions were read, so there
 * is nothing to lock, and only their versions are compared.
 */
export type StockMode = 'waiting' | 'prompt' | 'unlimited'

/**
 * Returns the SQL with which a statement holds the stock of new orders. The statement must have
 * two tables: `wanted`, and `placed` with the columns place, merchant, id and hold_until of the
 * orders that it inserts.
 *
 * Orders of the same items are served by their place. An order is `stale` if an item has another
 * version, `short` if too little is free, and decided `again` by the next statement if earlier
 * orders of this one want the same stock. A soft hold requires that its stock is free, and leaves
 * it free.
 */
export function orderStockSql(mode: StockMode): OrderStockSql {
  return mode === 'unlimited' ? unlimitedStock : limitedStockSql(mode)
}

/** An item that became limited has another version. */
const unlimitedStock: OrderStockSql = {
  wanted: `select merchant, item_id, version, places from jsonb_to_recordset($2) as wanted (
      merchant text, item_id text, version bigint, places integer[]
    )`,
  checks: [],
  refusals: `select distinct place, 'stale' as outcome, null::jsonb as short
    from wanted cross join unnest(places) as place
    where version is distinct from (
      select version from items
      where items.merchant = wanted.merchant and items.id = wanted.item_id
    )`,
  holds: [],
}

function limitedStockSql(mode: Exclude<StockMode, 'unlimited'>): OrderStockSql {
  // An item that is not locked after the wait was deleted, or its stock is no longer limited.
  const { lock, unlocked } =
    mode === 'waiting'
      ? { lock: 'for update', unlocked: 'stale' }
      : { lock: 'for update skip locked', unlocked: 'locked' }
  return {
    wanted: `select place, merchant, item_id, qty, version, is_soft
    from jsonb_to_recordset($2) as wanted (
      place integer, merchant text, item_id text, qty numeric, version bigint, is_soft boolean
    )`,
    checks: [
      `ordered as materialized (
    select distinct merchant, item_id from wanted order by merchant, item_id
  ), held as materialized (
    select items.* from ordered cross join lateral (
      select merchant, id, version, stock_qty, reserved_qty from items
      where items.merchant = ordered.merchant and items.id = ordered.item_id and stock_qty <> -1
      ${lock}
    ) as items
  ), known as materialized (
    select ordered.merchant, ordered.item_id, items.version, items.is_limited
    from ordered left join lateral (
      select version, stock_qty <> -1 as is_limited from items
      where items.merchant = ordered.merchant and items.id = ordered.item_id limit 1
    ) as items on true
  ), checked as materialized (
    select wanted.*,
      coalesce(held.version, known.version) is distinct from wanted.version as is_stale,
      known.is_limited and held.id is null as is_unheld,
      held.stock_qty - held.reserved_qty as available
    from wanted
      join known on known.merchant = wanted.merchant and known.item_id = wanted.item_id
      left join held on held.merchant = wanted.merchant and held.id = wanted.item_id
  ), possible as (
    select *, bool_or(is_stale or is_unheld or available < qty) over (partition by place) as is_out
    from checked
  ), counted as (
    select *, coalesce(sum(qty) filter (where not is_soft and is_out is not true) over (
        partition by merchant, item_id order by place
        rows between unbounded preceding and 1 preceding
      ), 0) as wanted_before
    from possible
  ), decided as (
    select *, available is not null and bool_or(
        is_out is not true and available - wanted_before < qty
      ) over (partition by merchant order by place) is true as is_waiting
    from counted
  )`,
    ],
    refusals: `select place, case
        when bool_or(is_stale) then 'stale'
        when bool_or(is_unheld) then '${unlocked}'
        when bool_or(is_out) then 'short'
        else 'again'
      end as outcome,
      jsonb_agg(jsonb_build_object('itemId', item_id, 'available', available))
        filter (where available < qty) as short
    from decided where is_out or is_waiting group by place`,
    holds: [
      `sold as (
    select wanted.merchant, wanted.item_id, sum(wanted.qty) as qty
    from wanted join placed on placed.place = wanted.place
    where not is_soft group by wanted.merchant, wanted.item_id
  ), reserved as (
    update items set reserved_qty = reserved_qty + sold.qty
    from sold
    where items.merchant = sold.merchant and items.id = sold.item_id and items.stock_qty <> -1
  ), followed_items as (
    ${insertChangesOf('sold', { kind: 'item', change: 'updated', id: 'item_id' })}
  ), kept as (
    insert into stock_holds (merchant, receipt_id, item_id, qty, expires_at)
    select placed.merchant, placed.id, wanted.item_id, wanted.qty, placed.hold_until
    from placed join wanted on wanted.place = placed.place
      join held on held.merchant = wanted.merchant and held.id = wanted.item_id
    where not is_soft
  )`,
    ],
  }
}
