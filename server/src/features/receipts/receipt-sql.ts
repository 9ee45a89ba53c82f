import type { Currency } from '../../lib/currencies.js'
import type { Address } from '../../lib/hex.js'
import { toCents, toCentsOrNull, toPpm, toTime, toTimeOrNull } from '../../platform/db/columns.js'
import {
  type StoredLine,
  type StoredTaxPart,
  type StoredValuation,
  toLines,
  toTaxPart,
  toValuation,
} from './amounts/stored-bill.js'
import type { Billing, Mismatch, Receipt } from './receipt.js'
import type { ReceiptKind, ReceiptStatus } from './status/statuses.js'

export type ReceiptRow = {
  merchant: Address
  id: string
  has_generated_id: boolean
  kind: ReceiptKind
  status: ReceiptStatus
  currency: Currency
  total_usd_cents: string
  total_cents: string | null
  lines: StoredLine[]
  pricing: StoredValuation | null
  jurisdiction_code: string | null
  tax_rate_ppm: string
  tax_components: string[]
  tax_parts: StoredTaxPart[]
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
  installation_id: string | null
  key_id: string | null
  has_soft_hold: boolean
  firm_until: string | null
  transaction_hash: string | null
  transaction_at: string | null
  payment_token: string | null
  payment_amount: string | null
  buyer_wallet: Address | null
  mismatch: Mismatch | null
  failure_code: string | null
  is_marked: boolean
  refunded_usd_cents: string
  credit_returned_usd_cents: string
  expires_at: string | null
  created_at: string
  updated_at: string
}

/** SQL of the columns of a receipt. */
export const receiptColumns = `merchant, id, has_generated_id, kind, status, currency, total_usd_cents, total_cents, lines, pricing,
  jurisdiction_code, tax_rate_ppm, tax_components, tax_parts, reference, metadata, billing, onramp_email,
  redirect_url, return_url, webhook_url, on_success, brand_name, payout_address, installation_id, key_id,
  soft_hold is not null as has_soft_hold, firm_until, transaction_hash, transaction_at, payment_token,
  payment_amount, buyer_wallet, mismatch, failure_code, is_marked,
  refunded_usd_cents, credit_returned_usd_cents, expires_at, created_at, updated_at`

/** Converts a row with the columns of a receipt. */
export function toReceipt(row: ReceiptRow): Receipt {
  return {
    merchant: row.merchant,
    id: row.id,
    hasGeneratedId: row.has_generated_id,
    kind: row.kind,
    status: row.status,
    currency: row.currency,
    totalUsdCents: toCents(row.total_usd_cents),
    totalCents: toCentsOrNull(row.total_cents),
    lines: toLines(row.lines, row.kind),
    valuation: row.pricing && toValuation(row.pricing),
    jurisdictionCode: row.jurisdiction_code,
    taxRate: toPpm(row.tax_rate_ppm),
    taxComponents: row.tax_components,
    taxParts: row.tax_parts.map(toTaxPart),
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
    installationId: row.installation_id,
    keyId: row.key_id,
    softHold: row.has_soft_hold ? { firmUntil: toTimeOrNull(row.firm_until) } : null,
    transactionHash: row.transaction_hash,
    transactionAt: toTimeOrNull(row.transaction_at),
    paymentToken: row.payment_token,
    paymentAmount: row.payment_amount,
    buyerWallet: row.buyer_wallet,
    mismatch: row.mismatch,
    failureCode: row.failure_code,
    isPaidManually: row.is_marked,
    refundedUsdCents: toCents(row.refunded_usd_cents),
    creditReturnedUsdCents: toCents(row.credit_returned_usd_cents),
    expiresAt: toTimeOrNull(row.expires_at),
    createdAt: toTime(row.created_at),
    updatedAt: toTime(row.updated_at),
  }
}
