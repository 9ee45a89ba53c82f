import type { CardPayment } from '../../onramp/schemas.js'
import type { PortalReceipt } from '../schemas.js'

/** A receipt for all of its pages. */
export type WholePortal = PortalReceipt & {
  /** The failure that a limited page shows. */
  limitedFailure?: PortalReceipt['failure']
  /** The sites that may show the page in a frame. */
  embedOrigins?: readonly string[]
}

/**
 * Returns only what is needed to pay, for a page whose id may have been guessed. Lists every field,
 * so that private ones cannot leak in: where the buyer returns to, scripts, transactions, payers,
 * failures of other pages, refunds and subscriptions.
 */
export function limitPortal(
  receipt: WholePortal,
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
    failure: receipt.limitedFailure ?? null,
    refundedUsd: receipt.refundedUsd,
    refunded: receipt.refunded,
    refunds: [],
    portalToken,
    // When a customer is charged next is private.
    subscription: null,
    card: receipt.card && limitCard(receipt.card),
    payment: { ...receipt.payment, received: [] },
  }
}

/** The page of a session may show the buyer's details, and a failure is the buyer's own. */
function limitCard({ provider, status }: CardPayment): CardPayment {
  return {
    provider,
    status: status === 'processing' ? status : 'available',
    session: null,
  }
}
