import { setTimeout as sleep } from 'node:timers/promises'
import type { BatchOperation } from '../../../platform/batches.js'
import { insertDeposits } from '../../../platform/chain/deposits/deposit-store.js'
import type { Db, Queryable } from '../../../platform/db/db.js'
import { kindOfPgError } from '../../../platform/db/pg-errors.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import { insertChangesOf } from '../../../platform/live-changes/live-change-store.js'
import { orderStockSql, type StockMode } from '../../inventory/stock/order-stock-sql.js'
import type { Shortage } from '../../inventory/stock/stock.js'
import { staleReceipts } from '../read-model/fact-versions-sql.js'
import { noteUnpaidReceipts } from '../unpaid/unpaid-sql.js'
import {
  leaveOutNulls,
  type NewReceipt,
  toAttachedRows,
  toReceiptRow,
  toUsedVersions,
  toWantedRows,
} from './receipt-rows.js'

/** The result of an insert. Only `made` changed anything. Price the receipt again after `stale`. */
export type Insertion =
  | { kind: 'made' }
  | { kind: 'exists' }
  | { kind: 'stale' }
  | { kind: 'short'; short: Shortage[] }

/**
 * `again`: the next statement decides. `locked`: another transaction has locked an item, and this
 * statement must not wait.
 */
type UndecidedOutcome = 'again' | 'locked'

const maxAttempts = 6

/**
 * Inserts receipts together with those of other requests. An import locks the items of its merchant
 * for seconds, so orders wait for locks only with those of the same merchant.
 */
export const receiptBatch: BatchOperation<NewReceipt, Insertion> = {
  keyOf: ({ receipt }) => `${receipt.merchant}:${receipt.id}`,
  ownerOf: ({ receipt }) => receipt.merchant,
  run: insertReceipts,
}

/** SQL of rows that another feature adds to new receipts, in the same statement. */
export type AttachmentSql = (from: {
  /** The new receipts: `place`, `merchant`, `id`, `chain_id` and `deposit`. */
  receipts: string
  /** A JSON array of the attached rows, each with the `place` of its receipt. */
  rows: string
}) => string

/**
 * Inserts receipts and retries after a deadlock, so this takes the database and not a transaction.
 * Items with limited stock are locked in the order of their ids, but other writers may lock them in
 * another order.
 */
export async function insertReceipts(
  db: Db,
  inputs: readonly NewReceipt[],
  { waits = true, statements = plainStatements }: { waits?: boolean; statements?: Statements } = {},
): Promise<(Insertion | UndecidedOutcome)[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await insertReceiptsInside(db, inputs, { waits, statements })
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
  outcome: 'made' | 'exists' | 'stale' | 'short' | UndecidedOutcome
  short: { itemId: string; available: number }[] | null
}

/**
 * Inserts receipts with their first events and deposit addresses, and holds the stock they need, in
 * one statement. Each is made in full or not at all, whatever happens to the others; for the same
 * stock, earlier ones come first. The receipts must differ. Without `holdsStock` every receipt is
 * made that does not exist, and the caller holds the stock.
 */
export async function insertReceiptsInside(
  db: Queryable,
  inputs: readonly NewReceipt[],
  {
    holdsStock = true,
    waits = true,
    statements = plainStatements,
  }: { holdsStock?: boolean; waits?: boolean; statements?: Statements } = {},
): Promise<(Insertion | UndecidedOutcome)[]> {
  const attached = statements.hasAttachments ? [JSON.stringify(inputs.flatMap(toAttachedRows))] : []
  const mode =
    holdsStock && inputs.some(hasLimitedStock) ? (waits ? 'waiting' : 'prompt') : 'unlimited'
  const held = holdsStock ? inputs : []
  const wanted = mode === 'unlimited' ? toUsedVersions(held) : held.flatMap(toWantedRows)
  const { rows } = await db.query<OutcomeRow>(statements.sql[mode], [
    JSON.stringify(inputs.map((input, place) => leaveOutNulls(toReceiptRow(input, place)))),
    JSON.stringify(wanted),
    ...attached,
  ])
  const outcomes = new Map(rows.map((row) => [row.place, row]))
  return inputs.map((_, place) => toInsertion(outcomes.get(place)))
}

function toInsertion(row: OutcomeRow | undefined): Insertion | UndecidedOutcome {
  if (row?.outcome === 'again' || row?.outcome === 'locked') return row.outcome
  if (row?.outcome === 'short') return { kind: 'short', short: row.short ?? [] }
  return { kind: row?.outcome ?? 'exists' }
}

function hasLimitedStock({ quantities = [] }: NewReceipt): boolean {
  return quantities.some(({ isLimited }) => isLimited)
}

/** Orders of unlimited items only are most, and take less work without the parts that hold stock. */
type Statements = { sql: Record<StockMode, string>; hasAttachments: boolean }

const plainStatements = createStatements(null)

/** Returns the statements that insert receipts, with attached rows if they have SQL. */
export function createStatements(attachmentSql: AttachmentSql | null): Statements {
  const sqlOf = (mode: StockMode) => createSql({ stock: orderStockSql(mode), attachmentSql })
  return {
    sql: {
      waiting: sqlOf('waiting'),
      prompt: sqlOf('prompt'),
      unlimited: sqlOf('unlimited'),
    },
    hasAttachments: attachmentSql !== null,
  }
}

/** Creates the statement. The recordsets stay small, so that the planner uses the indexes. */
function createSql({
  stock,
  attachmentSql,
}: {
  stock: ReturnType<typeof orderStockSql>
  attachmentSql: AttachmentSql | null
}): string {
  const tables = (list: readonly string[]) => list.map((table) => `${table}, `).join('')
  const attachment = attachmentSql?.({ receipts: 'placed', rows: '$3' })
  return `
  with given as materialized (
    select * from jsonb_to_recordset($1) as given (
      place integer, merchant text, id text, kind text, status text, currency text,
      total_usd_cents bigint, total_cents bigint, lines jsonb, valuation jsonb,
      jurisdiction_code text, tax_rate_ppm bigint, tax_components text[], tax_parts jsonb,
      reference text, metadata jsonb, billing jsonb, onramp_email text, redirect_url text,
      return_url text, webhook_url text, on_success text, brand_name text, payout_address text,
      key_id text, register_id text, sold_by text, expires_at bigint, created_at bigint, installation_id text, soft_hold jsonb,
      order_network text, has_generated_id boolean, made_by text, hold_until bigint,
      chain_id bigint, deposit text, receipt_key text, watched_until bigint,
      shop_version bigint, split_version bigint, rate_version bigint
    )
  ), wanted as materialized (
    ${stock.wanted}
  ), ${tables(stock.checks)}refused as materialized (
    ${stock.refusals}
    union all
    ${staleReceipts}
  ), made as (
    insert into receipts (
      merchant, id, kind, status, currency, total_usd_cents, total_cents, lines, valuation,
      jurisdiction_code, tax_rate_ppm, tax_components, tax_parts, reference, metadata, billing,
      onramp_email, redirect_url, return_url, webhook_url, on_success, brand_name, payout_address,
      key_id, register_id, sold_by, expires_at, created_at, updated_at, installation_id, soft_hold, order_network,
      has_generated_id
    )
    select merchant, id, kind, status, currency, total_usd_cents, total_cents, lines, valuation,
      jurisdiction_code, tax_rate_ppm, tax_components, tax_parts, reference, metadata, billing,
      onramp_email, redirect_url, return_url, webhook_url, on_success, brand_name, payout_address,
      key_id, register_id, sold_by, expires_at, created_at, created_at, installation_id, soft_hold, order_network,
      has_generated_id
    from given where not exists (select from refused where refused.place = given.place)
    on conflict (merchant, id) do nothing
    returning merchant, id
  ), placed as materialized (
    select place, merchant, id, status, total_usd_cents, made_by, created_at, hold_until, chain_id,
      deposit, receipt_key, payout_address, watched_until
    from given join made using (merchant, id)
  ), ${tables(stock.holds)}followed as (
    ${insertChangesOf('placed', { kind: 'receipt', change: 'created' })}
  ), noted as (
    insert into timeline_entries (merchant, receipt_id, seq, status, at, made_by)
    select merchant, id, 1, status, created_at, made_by from placed
  ), summed as (
    ${noteUnpaidReceipts('placed')}
  ), paid_at as (
    ${insertDeposits('placed')}
  )${attachment ? `, attached as (${attachment})` : ''}
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
