import type { Address } from '../../lib/hex.js'
import { type Currency, type Micros, micros } from '../../lib/money.js'
import type { ReceiptKind, ReceiptStatus } from '../../lib/receipt-statuses.js'
import { manualUsd } from '../../platform/chain/assets/asset-name.js'
import {
  toCents,
  toCentsOrNull,
  toMicros,
  toPpm,
  toTime,
  toTimeOrNull,
} from '../../platform/db/columns.js'
import { creditOf } from '../ledger/credit-sql.js'
import {
  type StoredLine,
  type StoredTaxPart,
  type StoredValuation,
  toLines,
  toTaxPart,
  toValuation,
} from './amounts/stored-bill.js'
import type { Billing, Mismatch, Receipt, ReceiptOnramp, ShownReceipt } from './receipt.js'

/** A row with the columns that a merchant sees. */
export type ShownRow = {
  merchant: Address
  id: string
  kind: ReceiptKind
  status: ReceiptStatus
  currency: Currency
  total_usd_cents: string
  total_cents: string | null
  lines: StoredLine[]
  valuation: StoredValuation | null
  jurisdiction_code: string | null
  tax_rate_ppm: string
  tax_components: string[]
  reference: string | null
  metadata: Record<string, unknown> | null
  billing: Billing | null
  onramp_email: string | null
  redirect_url: string | null
  return_url: string | null
  webhook_url: string | null
  on_success: string | null
  brand_name: string
  payout_address: Address
  register_id: string | null
  sold_by: string | null
  transaction_hash: string | null
  transaction_at: string | null
  buyer_wallet: Address | null
  payment_token: string | null
  mismatch: Mismatch | null
  failure_code: string | null
  is_paid_manually: boolean
  refunded_usd_cents: string
  credit_returned_usd_cents: string
  onramp_session_id: string | null
  is_onramp_session_unique: boolean
  onramp_source_usd_cents: string | null
  expires_at: string | null
  archived_at: string | null
  created_at: string
  updated_at: string
}

export type ReceiptRow = ShownRow & {
  has_generated_id: boolean
  tax_parts: StoredTaxPart[]
  installation_id: string | null
  key_id: string | null
  has_soft_hold: boolean
  firm_until: string | null
  payment_amount: string | null
}

/** SQL of the columns of a receipt that its merchant sees. Lists read no others. */
export const shownColumns = `merchant, id, kind, status, currency, total_usd_cents, total_cents, lines, valuation,
  jurisdiction_code, tax_rate_ppm, to_json(tax_components) as tax_components, reference, metadata, billing,
  onramp_email, redirect_url, return_url, webhook_url, on_success, brand_name, payout_address,
  register_id, sold_by, transaction_hash, transaction_at, buyer_wallet, payment_token, mismatch, failure_code, is_paid_manually,
  refunded_usd_cents, credit_returned_usd_cents, onramp_session_id, is_onramp_session_unique,
  onramp_source_usd_cents, expires_at, archived_at, created_at, updated_at`

/** SQL of all columns of a receipt. */
export const receiptColumns = `${shownColumns}, has_generated_id, tax_parts, installation_id, key_id,
  soft_hold is not null as has_soft_hold, firm_until, payment_amount`

/** Converts a row with the columns that a merchant sees. */
export function toShownReceipt(row: ShownRow): ShownReceipt {
  return {
    merchant: row.merchant,
    id: row.id,
    kind: row.kind,
    status: row.status,
    currency: row.currency,
    totalUsdCents: toCents(row.total_usd_cents),
    totalCents: toCentsOrNull(row.total_cents),
    lines: toLines(row.lines),
    valuation: row.valuation && toValuation(row.valuation),
    jurisdictionCode: row.jurisdiction_code,
    taxRate: toPpm(row.tax_rate_ppm),
    taxComponents: row.tax_components,
    reference: row.reference,
    metadata: row.metadata,
    billing: row.billing,
    onrampEmail: row.onramp_email,
    redirectUrl: row.redirect_url,
    returnUrl: row.return_url,
    webhookUrl: row.webhook_url,
    onSuccess: row.on_success,
    brandName: row.brand_name,
    payoutAddress: row.payout_address,
    registerId: row.register_id,
    soldBy: row.sold_by,
    transactionHash: row.transaction_hash,
    transactionAt: toTimeOrNull(row.transaction_at),
    buyerWallet: row.buyer_wallet,
    paymentToken: row.payment_token,
    mismatch: row.mismatch,
    failureCode: row.failure_code,
    isPaidManually: row.is_paid_manually,
    refundedUsdCents: toCents(row.refunded_usd_cents),
    creditReturnedUsdCents: toCents(row.credit_returned_usd_cents),
    onramp: toOnramp(row),
    expiresAt: toTimeOrNull(row.expires_at),
    archivedAt: toTimeOrNull(row.archived_at),
    createdAt: toTime(row.created_at),
    updatedAt: toTime(row.updated_at),
  }
}

function toOnramp(row: ShownRow): ReceiptOnramp | null {
  const { onramp_session_id: sessionId, is_onramp_session_unique: isUnique } = row
  if (sessionId === null) return null
  return { sessionId, isUnique, sourceUsdCents: toCentsOrNull(row.onramp_source_usd_cents) }
}

/** Converts a row with all columns of a receipt. */
export function toReceipt(row: ReceiptRow): Receipt {
  return {
    ...toShownReceipt(row),
    hasGeneratedId: row.has_generated_id,
    taxParts: row.tax_parts.map(toTaxPart),
    installationId: row.installation_id,
    keyId: row.key_id,
    softHold: row.has_soft_hold ? { firmUntil: toTimeOrNull(row.firm_until) } : null,
    paymentAmount: row.payment_amount,
  }
}

/**
 * SQL of the manual payments of a receipt that no sale has used, in millionths of a dollar as text.
 * Null without manual payments. A reorg leaves such credit when it removes the part of a sale that
 * was paid on chain.
 */
export const manualCreditOf = (receipt: string) =>
  `case when ${receipt}.is_paid_manually then ${creditOf(receipt, { asset: manualUsd })}::text end`

export function toManualCredit(text: string | null): Micros {
  const credit = toMicros(text ?? '0')
  return credit > 0n ? credit : micros(0n)
}
