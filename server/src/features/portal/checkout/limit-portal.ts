import type { PortalReceipt } from '../schemas.js'

/**
 * Returns only what is needed to pay, for a page whose id may have been guessed. Lists every field, so that private ones
 * cannot leak in: where the buyer returns to, scripts, transactions, payers, failures and refunds.
 */
export function limitPortal(
  receipt: PortalReceipt,
  { portalToken }: Pick<PortalReceipt, 'portalToken'>,
): PortalReceipt {
  return {
    receiptId: receipt.receiptId,
    status: receipt.status,
    paymentStatus: receipt.paymentStatus,
    brandName: receipt.brandName,
    theme: receipt.theme,
    contact: receipt.contact,
    ...(receipt.taxId !== undefined ? { taxId: receipt.taxId } : {}),
    currency: receipt.currency,
    total: receipt.total,
    totalUsd: receipt.totalUsd,
    lineItems: receipt.lineItems,
    createdAt: receipt.createdAt,
    paidAt: receipt.paidAt,
    expiresAt: receipt.expiresAt,
    returnUrl: null,
    onSuccess: null,
    merchantWallet: receipt.merchantWallet,
    platformFeePct: receipt.platformFeePct,
    transactionHash: null,
    confirmations: receipt.confirmations,
    pricing: receipt.pricing,
    failure: null,
    refundedUsd: receipt.refundedUsd,
    refunded: receipt.refunded,
    refunds: [],
    portalToken,
    payment: { ...receipt.payment, received: [] },
  }
}
