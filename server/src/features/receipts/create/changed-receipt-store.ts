import type { UnixMs } from '../../../lib/time.js'
import type { Deposit } from '../../../platform/chain/deposit-address.js'
import { watchedForMs } from '../../../platform/chain/deposit-address.js'
import type { Queryable } from '../../../platform/db/db.js'
import { toStoredLine, toStoredTaxPart, toStoredValuation } from '../amounts/stored-bill.js'
import type { Receipt } from '../receipt.js'

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
       lines = $7, valuation = $8, jurisdiction_code = $9, tax_rate_ppm = $10, tax_components = $11,
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

/** Replaces the lines of a receipt by others with the same total. */
export async function replaceLines(
  db: Queryable,
  input: Pick<Receipt, 'merchant' | 'id' | 'lines'> & { now: UnixMs },
): Promise<void> {
  const { merchant, id, lines, now } = input
  await db.query(
    'update receipts set lines = $3, updated_at = $4 where merchant = $1 and id = $2',
    [merchant, id, JSON.stringify(lines.map(toStoredLine)), now],
  )
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

/**
 * Notes that deposit addresses became known only now: their watch begins again, and the blocks
 * since their creation are read once more.
 */
export async function markLate(
  db: Queryable,
  { deposits, now }: { deposits: readonly (Deposit & { createdAt: UnixMs })[]; now: UnixMs },
): Promise<void> {
  await db.query(
    `update deposits set late_since = given.created_at, late_block = null, watched_until = $4
     from unnest($1::bigint[], $2::text[], $3::bigint[]) as given (chain_id, address, created_at)
     where deposits.chain_id = given.chain_id and deposits.address = given.address`,
    [
      deposits.map(({ chainId }) => chainId),
      deposits.map(({ address }) => address),
      deposits.map(({ createdAt }) => createdAt),
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
