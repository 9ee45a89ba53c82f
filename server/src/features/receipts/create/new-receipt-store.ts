import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS, type UnixMs } from '../../../lib/time.js'
import type { Deposit } from '../../../platform/chain/deposit-address.js'
import type { Db, Queryable } from '../../../platform/db/db.js'
import { kindOfPgError } from '../../../platform/db/pg-errors.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import type { Shortage, WantedStock } from '../../inventory/stock.js'
import { toStoredLine, toStoredTaxPart, toStoredValuation } from '../amounts/stored-bill.js'
import type { Receipt } from '../receipt.js'

/** The result of an insert. Nothing changed unless it is `made`. */
export type Insertion = { kind: 'made' } | { kind: 'exists' } | { kind: 'short'; short: Shortage[] }

export type NewReceipt = {
  receipt: Receipt
  /** Null for a receipt without a deposit address. */
  deposit: Deposit | null
  by: string
  wanted?: readonly WantedStock[]
  holdUntil?: UnixMs
  /** A keyed hash of the network address that placed an order without a key. */
  network?: string | null
}

const maxAttempts = 6
/** How long a deposit address is watched. Opening the payment page extends it. */
const watchedForMs = 90 * DAY_MS

/**
 * Inserts a receipt with its first event and deposit address, and holds the stock it needs: all or nothing, in one
 * statement. A receipt with a soft hold requires that its stock is free, and leaves it free. Items with limited stock are
 * locked in the order of their ids, so that concurrent orders do not deadlock. Other writers may lock items in another
 * order. The statement is retried after a deadlock, so this takes the database and not a transaction.
 */
export async function insertReceipt(db: Db, input: NewReceipt): Promise<Insertion> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await insertReceiptInside(db, input)
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

/** Does the same inside the caller's transaction, which a deadlock ends. */
export async function insertReceiptInside(db: Queryable, input: NewReceipt): Promise<Insertion> {
  const { receipt, deposit, by, wanted = [], holdUntil = receipt.createdAt, network } = input
  const { rows } = await db.query<{
    outcome: 'made' | 'exists' | 'short'
    item_id: string | null
    is_stale: boolean | null
    available: string | null
  }>(
    `with wanted as (
       select "itemId" as item_id, qty, version
       from jsonb_to_recordset($2::jsonb) as given ("itemId" text, qty numeric, version bigint)
     ), known as (
       select id, version, stock_qty from items
       where merchant = $1 and id in (select item_id from wanted)
     ), held as (
       select id, version, stock_qty, reserved_qty from items
       where merchant = $1 and stock_qty <> -1 and id in (select item_id from wanted)
       order by id for update
     ), short as (
       select wanted.item_id,
         coalesce(held.version, known.version) is distinct from wanted.version as is_stale,
         held.stock_qty - held.reserved_qty as available
       from wanted
         left join known on known.id = wanted.item_id
         left join held on held.id = wanted.item_id
       where coalesce(held.version, known.version) is distinct from wanted.version
         or held.stock_qty - held.reserved_qty < wanted.qty
     ), made as (
       insert into receipts (
         merchant, id, kind, status, currency, total_usd_cents, total_cents, lines, pricing,
         jurisdiction_code, tax_rate_ppm, tax_components, reference, metadata, billing, onramp_email,
         redirect_url, return_url, webhook_url, on_success, brand_name, payout_address, key_id,
         expires_at, created_at, updated_at, tax_parts, installation_id, soft_hold, order_network,
         has_generated_id
       )
       select $1, $3, $4, $5, $6, $7, $8, $9::jsonb, $10::jsonb, $11, $12, $13, $15, $16::jsonb,
         $17::jsonb, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $27, $14::jsonb, $34,
         $35::jsonb, $36, $37
       where not exists (select from short)
       on conflict (merchant, id) do nothing
       returning id
     ), reserved as (
       update items set reserved_qty = reserved_qty + wanted.qty
       from wanted, made
       where items.merchant = $1 and items.id = wanted.item_id and items.stock_qty <> -1
         and $35::jsonb is null
     ), kept as (
       insert into stock_holds (merchant, receipt_id, item_id, qty, expires_at)
       select $1, made.id, wanted.item_id, wanted.qty, $28
       from made, wanted join held on held.id = wanted.item_id
       where $35::jsonb is null
     ), noted as (
       insert into receipt_events (merchant, receipt_id, seq, status, at, made_by)
       select $1, made.id, 1, $5, $27, $29 from made
     ), paid_at as (
       insert into deposits (
         chain_id, address, merchant, receipt_id, receipt_key, payout_address, watched_until
       )
       select $30, $31, $1, made.id, $32, $24, $33 from made where $31::text is not null
       on conflict (chain_id, address) do nothing
     )
     select 'made' as outcome, null as item_id, null::boolean as is_stale, null::numeric as available
     from made
     union all
     select 'exists', null, null, null from receipts where merchant = $1 and id = $3
     union all
     select 'short', item_id, is_stale, available from short`,
    [
      receipt.merchant,
      JSON.stringify(wanted),
      receipt.id,
      receipt.kind,
      receipt.status,
      ...billValues(receipt),
      ...checkoutValues(receipt),
      receipt.brandName,
      receipt.payoutAddress,
      receipt.keyId,
      receipt.expiresAt,
      receipt.createdAt,
      holdUntil,
      by,
      deposit?.chainId ?? null,
      deposit?.address ?? null,
      deposit?.receiptKey ?? null,
      receipt.createdAt + watchedForMs,
      receipt.installationId,
      receipt.softHold && JSON.stringify(wanted.map(({ itemId, qty }) => ({ itemId, qty }))),
      network ?? null,
      receipt.hasGeneratedId,
    ],
  )
  // Checked before shortages: the existing receipt may hold the stock that is missing.
  if (rows.some(({ outcome }) => outcome === 'exists')) return { kind: 'exists' }
  const short = rows.filter(({ outcome }) => outcome === 'short').map(toShortage)
  if (short.length > 0) return { kind: 'short', short }
  return rows.length > 0 ? { kind: 'made' } : { kind: 'exists' }
}

/** Replaces the bill of a receipt, which then awaits payment like a new one. */
export async function replaceReceipt(
  db: Queryable,
  { receipt, deposit }: { receipt: Receipt; deposit: Deposit },
): Promise<Receipt['metadata']> {
  await upsertDeposit(db, { receipt, deposit, now: receipt.updatedAt })
  // Payments for the previous bill must be compared with the new one.
  await raiseSettlement(db, receipt)
  const { rows } = await db.query<Pick<Receipt, 'metadata'>>(
    `update receipts set status = $3, currency = $4, total_usd_cents = $5, total_cents = $6,
       lines = $7, pricing = $8, jurisdiction_code = $9, tax_rate_ppm = $10, tax_components = $11,
       tax_parts = $12, reference = $13, metadata = $14, billing = $15, onramp_email = $16,
       redirect_url = $17, return_url = $18, webhook_url = $19, on_success = $20, brand_name = $21,
       payout_address = $22, key_id = $23, failure_code = null, expires_at = $24, updated_at = $25
     where merchant = $1 and id = $2
     returning metadata`,
    [
      receipt.merchant,
      receipt.id,
      receipt.status,
      ...billValues(receipt),
      ...checkoutValues(receipt),
      receipt.brandName,
      receipt.payoutAddress,
      receipt.keyId,
      receipt.expiresAt,
      receipt.updatedAt,
    ],
  )
  return rows[0]?.metadata ?? null
}

/** Marks a receipt for settlement, if it has payments. */
export async function raiseSettlement(
  db: Queryable,
  { merchant, id }: Pick<Receipt, 'merchant' | 'id'>,
): Promise<void> {
  await db.query(
    'update settlements set version = version + 1 where merchant = $1 and receipt_id = $2',
    [merchant, id],
  )
}

/** Adds a receipt's deposit address, or extends how long it is watched. */
export async function upsertDeposit(
  db: Queryable,
  input: { receipt: Pick<Receipt, 'merchant' | 'id'>; deposit: Deposit; now: UnixMs },
): Promise<void> {
  const { receipt, deposit, now } = input
  await db.query(
    `insert into deposits (
       chain_id, address, merchant, receipt_id, receipt_key, payout_address, watched_until
     )
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (chain_id, address) do update
     set watched_until = greatest(deposits.watched_until, excluded.watched_until)`,
    [
      deposit.chainId,
      deposit.address,
      receipt.merchant,
      receipt.id,
      deposit.receiptKey,
      deposit.payoutAddress,
      now + watchedForMs,
    ],
  )
}

function billValues(receipt: Receipt): unknown[] {
  const { valuation } = receipt
  return [
    receipt.currency,
    receipt.totalUsdCents,
    receipt.totalCents,
    JSON.stringify(receipt.lines.map(toStoredLine)),
    valuation && JSON.stringify(toStoredValuation(valuation)),
    receipt.jurisdictionCode,
    receipt.taxRate,
    receipt.taxComponents,
    JSON.stringify(receipt.taxParts.map(toStoredTaxPart)),
  ]
}

function checkoutValues(receipt: Receipt): unknown[] {
  const { metadata, billing } = receipt
  return [
    receipt.reference,
    metadata && JSON.stringify(metadata),
    billing && JSON.stringify(billing),
    receipt.onrampEmail,
    receipt.redirectUrl,
    receipt.returnUrl,
    receipt.webhookUrl,
    receipt.onSuccess,
  ]
}

function toShortage(row: {
  item_id: string | null
  is_stale: boolean | null
  available: string | null
}): Shortage {
  return {
    itemId: row.item_id ?? '',
    isStale: row.is_stale ?? false,
    available: row.available === null ? null : Number(row.available),
  }
}
