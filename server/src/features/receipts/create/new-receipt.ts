import type { Address } from '../../../lib/hex.js'
import { cents } from '../../../lib/money.js'
import type { ReceiptKind, ReceiptStatus } from '../../../lib/receipt-statuses.js'
import { MINUTE_MS, type UnixMs, unixMs } from '../../../lib/time.js'
import type { ShopConfig } from '../../shop/schemas.js'
import type { Bill, CheckoutFields, Receipt, ReceiptEvent } from '../receipt.js'

/** The author of a sale: a key, a person, a cashier at a register, or none of them. */
export type SaleAuthor = {
  merchant: Address
  keyId?: string
  person?: string
  cashier?: string
  registerId?: string
}

/** No checkout fields given. */
export const noCheckout: CheckoutFields = {
  redirectUrl: null,
  returnUrl: null,
  webhookUrl: null,
  onSuccess: null,
  onrampEmail: null,
  billing: null,
  reference: null,
  metadata: null,
}

/** Returns a receipt without payments or history. */
export function newReceipt(input: {
  id: string
  hasGeneratedId: boolean
  kind: ReceiptKind
  status: ReceiptStatus
  bill: Bill
  checkout: CheckoutFields
  terms: Pick<Receipt, 'brandName' | 'payoutAddress' | 'expiresAt'>
  installationId: string
  by: SaleAuthor
  now: UnixMs
  hasSoftHold?: boolean
}): Receipt {
  const { id, hasGeneratedId, kind, status, bill, checkout, terms, installationId, by, now } = input
  // Spreading the parts would take longer than pricing them.
  return {
    currency: bill.currency,
    totalUsdCents: bill.totalUsdCents,
    totalCents: bill.totalCents,
    lines: bill.lines,
    valuation: bill.valuation,
    jurisdictionCode: bill.jurisdictionCode,
    taxRate: bill.taxRate,
    taxComponents: bill.taxComponents,
    taxParts: bill.taxParts,
    redirectUrl: checkout.redirectUrl,
    returnUrl: checkout.returnUrl,
    webhookUrl: checkout.webhookUrl,
    onSuccess: checkout.onSuccess,
    onrampEmail: checkout.onrampEmail,
    billing: checkout.billing,
    reference: checkout.reference,
    metadata: checkout.metadata,
    brandName: terms.brandName,
    payoutAddress: terms.payoutAddress,
    expiresAt: terms.expiresAt,
    merchant: by.merchant,
    id,
    hasGeneratedId,
    kind,
    status,
    installationId,
    keyId: by.keyId ?? null,
    registerId: by.registerId ?? null,
    soldBy: by.cashier ?? by.person ?? null,
    softHold: input.hasSoftHold ? { firmUntil: null } : null,
    transactionHash: null,
    transactionAt: null,
    paymentToken: null,
    paymentAmount: null,
    buyerWallet: null,
    mismatch: null,
    failureCode: null,
    isPaidManually: false,
    archivedAt: null,
    refundedUsdCents: cents(0n),
    creditReturnedUsdCents: cents(0n),
    onramp: null,
    createdAt: now,
    updatedAt: now,
  }
}

/** Returns the first timeline entry of a receipt. */
export function firstEvent({ status, createdAt }: Receipt, by: string): ReceiptEvent {
  return {
    status,
    previousStatus: null,
    at: createdAt,
    by,
    note: null,
    transactionHash: null,
    detail: null,
  }
}

/** Returns the terms that a receipt takes from its shop when it is created. */
export function receiptTerms(
  shop: Pick<ShopConfig, 'name' | 'theme' | 'payments'>,
  { now, payoutAddress }: { now: UnixMs; payoutAddress: Address },
) {
  const { expiryMinutes } = shop.payments
  return {
    brandName: shop.theme.brandName || shop.name,
    payoutAddress,
    expiresAt: expiryMinutes === null ? null : unixMs(now + expiryMinutes * MINUTE_MS),
  }
}
