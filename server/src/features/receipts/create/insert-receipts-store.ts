import { setTimeout as sleep } from 'node:timers/promises'
import type { Batched } from '../../../platform/batches.js'
import type { Db, Queryable } from '../../../platform/db/db.js'
import { kindOfPgError } from '../../../platform/db/pg-errors.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import type { Shortage } from '../../inventory/stock.js'
import { type NewReceipt, toReceiptRow, toWantedRows } from './receipt-rows.js'

/** The result of an insert. Only `made` changed anything. Price the receipt again after `stale`. */
export type Insertion =
  | { kind: 'made' }
  | { kind: 'exists' }
  | { kind: 'stale' }
  | { kind: 'short'; short: Shortage[] }

/** `again`: the next statement decides. `locked`: another transaction has locked an item, and this statement must not wait. */
type Undecided = 'again' | 'locked'

const maxAttempts = 6

/**
 * Inserts receipts together with those of other requests. An import locks the items of its merchant
 * for seconds, so orders wait for locks only with those of the same merchant.
 */
export const receiptBatch: Batched<NewReceipt, Insertion> = {
  keyOf: ({ receipt }) => `${receipt.merchant}:${receipt.id}`,
  ownerOf: ({ receipt }) => receipt.merchant,
  run: insertReceipts,
}

/**
 * Inserts receipts and retries after a deadlock, so this takes the database and not a transaction. Items with limited
 * stock are locked in the order of their ids, but other writers may lock them in another order.
 */
export async function insertReceipts(
  db: Db,
  inputs: readonly NewReceipt[],
  { waits = true }: { waits?: boolean } = {},
): Promise<(Insertion | Undecided)[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await insertReceiptsInside(db, inputs, { waits })
    } catch (error) {
      if (kindOfPgError(error) !== 'retry') throw error
      if (attempt === maxAttempts) {
        throw new StoreUnavailable({ mayHaveCommitted: false, cause: error })
      }
      // An immediate retry would collide again.
      await sleep(2 ** attempt * (1 + Math.random()))
    }
  }
}

type OutcomeRow = {
  place: number
  outcome: 'made' | 'exists' | 'stale' | 'short' | Undecided
  short: { itemId: string; available: number }[] | null
}

/**
 * Inserts receipts with their first events and deposit addresses, and holds the stock they need, in one statement. Each
 * is made in full or not at all, whatever happens to the others; for the same stock, earlier ones come first. A receipt
 * with a soft hold requires that its stock is free, and leaves it free. `again` means that earlier receipts of the same
 * statement wanted the same stock, and that the next statement decides. The receipts must differ. Without `holdsStock`
 * every receipt is made that does not exist, and the caller holds the stock. Without `waits`, receipts for locked items
 * are `locked`.
 */
export async function insertReceiptsInside(
  db: Queryable,
  inputs: readonly NewReceipt[],
  { holdsStock = true, waits = true }: { holdsStock?: boolean; waits?: boolean } = {},
): Promise<(Insertion | Undecided)[]> {
  const { rows } = await db.query<OutcomeRow>(waits ? waitingSql : insertSql, [
    JSON.stringify(inputs.map(toReceiptRow)),
    JSON.stringify(holdsStock ? inputs.flatMap(toWantedRows) : []),
  ])
  const outcomes = new Map(rows.map((row) => [row.place, row]))
  return inputs.map((_, place) => toInsertion(outcomes.get(place)))
}

function toInsertion(row: OutcomeRow | undefined): Insertion | Undecided {
  if (row?.outcome === 'again' || row?.outcome === 'locked') return row.outcome
  if (row?.outcome === 'short') return { kind: 'short', short: row.short ?? [] }
  return { kind: row?.outcome ?? 'exists' }
}

const insertSql = createSql({ lock: 'for update skip locked', unheld: 'locked' })
// An item that is not held after the wait was deleted, or has no limited stock any more.
const waitingSql = createSql({ lock: 'for update', unheld: 'stale' })

/**
 * Creates the statement. `unheld` is the outcome for an item with limited stock that was not
 * locked. The recordsets stay small, so that the planner uses the indexes of the large tables.
 */
function createSql({ lock, unheld }: { lock: string; unheld: 'locked' | 'stale' }): string {
  return `
  with given as materialized (
    select * from jsonb_to_recordset($1) as given (
      place integer, merchant text, id text, kind text, status text, currency text,
      total_usd_cents bigint, total_cents bigint, lines jsonb, valuation jsonb,
      jurisdiction_code text, tax_rate_ppm bigint, tax_components text[], tax_parts jsonb,
      reference text, metadata jsonb, billing jsonb, onramp_email text, redirect_url text,
      return_url text, webhook_url text, on_success text, brand_name text, payout_address text,
      key_id text, expires_at bigint, created_at bigint, installation_id text, soft_hold jsonb,
      order_network text, has_generated_id boolean, made_by text, hold_until bigint,
      chain_id bigint, deposit text, receipt_key text, watched_until bigint,
      shop_version bigint, split_version bigint, rate_version bigint
    )
  ), wanted as materialized (
    select place, merchant, item_id, qty, version, is_soft from jsonb_to_recordset($2) as wanted (
      place integer, merchant text, item_id text, qty numeric, version bigint, is_soft boolean
    )
  ), ordered as materialized (
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
        partition by merchant, item_id order by place rows between unbounded preceding and 1 preceding
      ), 0) as wanted_before
    from possible
  ), decided as (
    select *, available is not null and bool_or(
        is_out is not true and available - wanted_before < qty
      ) over (partition by merchant order by place) is true as is_waiting
    from counted
  ), sellers as materialized (
    select merchant,
      coalesce((
        select version from shops where shops.merchant = merchants.merchant
      ), 0) as shop_version,
      coalesce((
        select version from splits join split_contracts using (chain_id, address, merchant)
        where splits.merchant = merchants.merchant order by version desc limit 1
      ), 0) as split_version
    from (select distinct merchant from given) as merchants
  ), refused as materialized (
    select place, case
        when bool_or(is_stale) then 'stale'
        when bool_or(is_unheld) then '${unheld}'
        when bool_or(is_out) then 'short'
        else 'again'
      end as outcome,
      jsonb_agg(jsonb_build_object('itemId', item_id, 'available', available))
        filter (where available < qty) as short
    from decided where is_out or is_waiting group by place
    union all
    select place, 'stale', null from given join sellers using (merchant)
    where given.shop_version <> sellers.shop_version
      or given.split_version <> sellers.split_version
      or rate_version <> coalesce((
        select fetched_at from exchange_rates where unit = 'EUR'
      ), 0)
  ), made as (
    insert into receipts (
      merchant, id, kind, status, currency, total_usd_cents, total_cents, lines, valuation,
      jurisdiction_code, tax_rate_ppm, tax_components, tax_parts, reference, metadata, billing,
      onramp_email, redirect_url, return_url, webhook_url, on_success, brand_name, payout_address,
      key_id, expires_at, created_at, updated_at, installation_id, soft_hold, order_network,
      has_generated_id
    )
    select merchant, id, kind, status, currency, total_usd_cents, total_cents, lines, valuation,
      jurisdiction_code, tax_rate_ppm, tax_components, tax_parts, reference, metadata, billing,
      onramp_email, redirect_url, return_url, webhook_url, on_success, brand_name, payout_address,
      key_id, expires_at, created_at, created_at, installation_id, soft_hold, order_network,
      has_generated_id
    from given where not exists (select from refused where refused.place = given.place)
    on conflict (merchant, id) do nothing
    returning merchant, id
  ), placed as materialized (
    select given.* from given join made on made.merchant = given.merchant and made.id = given.id
  ), sold as (
    select wanted.merchant, wanted.item_id, sum(wanted.qty) as qty
    from wanted join placed on placed.place = wanted.place
    where not is_soft group by wanted.merchant, wanted.item_id
  ), reserved as (
    update items set reserved_qty = reserved_qty + sold.qty
    from sold
    where items.merchant = sold.merchant and items.id = sold.item_id and items.stock_qty <> -1
  ), kept as (
    insert into stock_holds (merchant, receipt_id, item_id, qty, expires_at)
    select placed.merchant, placed.id, wanted.item_id, wanted.qty, placed.hold_until
    from placed join wanted on wanted.place = placed.place
      join held on held.merchant = wanted.merchant and held.id = wanted.item_id
    where not is_soft
  ), noted as (
    insert into timeline_entries (merchant, receipt_id, seq, status, at, made_by)
    select merchant, id, 1, status, created_at, made_by from placed
  ), paid_at as (
    insert into deposits (
      chain_id, address, merchant, receipt_id, receipt_key, payout_address, watched_until
    )
    select chain_id, deposit, merchant, id, receipt_key, payout_address, watched_until
    from placed where deposit is not null
    on conflict (chain_id, address) do nothing
  )
  select given.place,
    case
      when made.id is not null then 'made'
      -- Checked before shortages: the existing receipt may hold the stock that is missing.
      when exists (
        select from receipts where receipts.merchant = given.merchant and receipts.id = given.id
      ) then 'exists'
      -- Stale facts take precedence, and 'stale' sorts last.
      else coalesce(max(refused.outcome), 'exists')
    end as outcome,
    (array_agg(refused.short) filter (where refused.short is not null))[1] as short
  from given
    left join made on made.merchant = given.merchant and made.id = given.id
    left join refused on refused.place = given.place
  group by given.place, given.merchant, given.id, made.id`
}
