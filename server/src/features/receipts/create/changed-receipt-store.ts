import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'
import { recordLiveChange } from '../../../platform/live-changes/record-live-change.js'
import { toStoredLine, toStoredTaxPart, toStoredValuation } from '../amounts/stored-bill.js'
import type { Receipt } from '../receipt.js'
import { noteUnpaidChange } from '../unpaid/unpaid-sql.js'

/** Replaces the bill of a receipt, which then awaits payment like a new one. */
export async function replaceReceipt(
  db: Queryable,
  receipt: Receipt,
): Promise<Receipt['metadata']> {
  const { rows } = await db.query<Pick<Receipt, 'metadata'>>(
    `with noted as (${noteUnpaidChange({ status: '$3::text', totalUsdCents: '$5::bigint' })})
     update receipts set status = $3, currency = $4, total_usd_cents = $5, total_cents = $6,
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
  await recordLiveChange(db, { merchant, kind: 'receipt', id })
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
