import { checksumAddress } from '../../lib/hex.js'
import { centsToDecimal, ppmToDecimal } from '../../lib/money.js'
import { labelOf } from './amounts/line-label.js'
import type { PaymentUrls } from './create/payment-url.js'
import type { Receipt, ReceiptEvent, ReceiptLine, Refund } from './receipt.js'
import type { ReceiptResponse } from './schemas.js'
import { describeFailure } from './status/describe-failure.js'
import { projectStatus } from './status/project-status.js'

/** The timeline and refunds of a receipt. */
export type ReceiptHistory = { events: readonly ReceiptEvent[]; refunds: readonly Refund[] }

/** A receipt with its timeline and refunds. */
export type FullReceipt = { receipt: Receipt; history: ReceiptHistory }

/** Returns a receipt as its merchant sees it. */
export function describeReceipt(
  receipt: Receipt,
  { history, paymentUrlOf }: { history: ReceiptHistory; paymentUrlOf: PaymentUrls },
): ReceiptResponse {
  const { totalCents, refundedUsdCents, creditReturnedUsdCents } = receipt
  return {
    receiptId: receipt.id,
    totalUsd: centsToDecimal(receipt.totalUsdCents),
    ...(totalCents === null ? {} : { total: centsToDecimal(totalCents) }),
    currency: receipt.currency,
    lineItems: receipt.lines.map(describeLine),
    createdAt: receipt.createdAt,
    updatedAt: receipt.updatedAt,
    brandName: receipt.brandName,
    status: receipt.status,
    paymentStatus: projectStatus(receipt.status, receipt.kind),
    jurisdictionCode: receipt.jurisdictionCode,
    taxRate: ppmToDecimal(receipt.taxRate),
    taxComponents: receipt.taxComponents,
    transactionHash: receipt.transactionHash,
    ...(receipt.transactionAt === null ? {} : { transactionTimestamp: receipt.transactionAt }),
    transactionId: receipt.reference,
    metadata: receipt.metadata,
    billingAddress: receipt.billing,
    onrampEmail: receipt.onrampEmail,
    redirectUrl: receipt.redirectUrl,
    returnUrl: receipt.returnUrl,
    webhookUrl: receipt.webhookUrl,
    onSuccess: receipt.onSuccess,
    paymentUrl: paymentUrlOf(receipt),
    payoutAddress: checksumAddress(receipt.payoutAddress),
    expiresAt: receipt.expiresAt,
    marked: receipt.isPaidManually,
    mismatch: receipt.mismatch,
    buyerWallet: receipt.buyerWallet && checksumAddress(receipt.buyerWallet),
    ...describeValuation(receipt),
    ...describeFailure(receipt),
    ...(refundedUsdCents === 0n
      ? {}
      : {
          refundStatus: refundedUsdCents === receipt.totalUsdCents ? 'full' : 'partial',
          refundedUsd: centsToDecimal(refundedUsdCents),
        }),
    ...(creditReturnedUsdCents === 0n
      ? {}
      : { creditReturnedUsd: centsToDecimal(creditReturnedUsdCents) }),
    refunds: history.refunds.map(describeRefund),
    timeline: history.events.map(describeEvent),
  }
}

export function describeLine(line: ReceiptLine) {
  const { usdCents, amountCents, qty, itemId, sku, thumb } = line
  return {
    label: labelOf(line),
    priceUsd: centsToDecimal(usdCents),
    ...(amountCents === null ? {} : { amount: centsToDecimal(amountCents) }),
    ...(qty === null ? {} : { qty }),
    ...(itemId === null ? {} : { itemId }),
    ...(sku === null ? {} : { sku }),
    ...(thumb === null ? {} : { thumb }),
  }
}

/** Returns the exchange rate and original amounts of a receipt in its own currency. */
function describeValuation({ valuation, totalCents, lines }: Receipt) {
  if (!valuation || totalCents === null) return {}
  const { currency, usdPerUnit, quotedAt, provider } = valuation
  return {
    pricing: {
      version: 1,
      currency,
      usdPerUnit: ppmToDecimal(usdPerUnit),
      quotedAt,
      provider,
      originalTotal: centsToDecimal(totalCents),
      // Without thumbnails, which lineItems already have.
      originalLineItems: lines.map((line) => describeLine({ ...line, thumb: null })),
    },
  }
}

function describeRefund(refund: Refund) {
  return {
    refundId: refund.id,
    usd: centsToDecimal(refund.usdCents),
    ...(refund.isCredit ? { credit: true as const } : {}),
    buyer: refund.buyer && checksumAddress(refund.buyer),
    items: refund.items,
    txHash: refund.transactionHash,
    reason: refund.reason,
    confirmed: refund.confirmedAt !== null,
    by: refund.by,
    createdAt: refund.createdAt,
  }
}

function describeEvent({ note, transactionHash, detail, ...event }: ReceiptEvent) {
  return {
    ...event,
    ...(note === null ? {} : { note }),
    ...(transactionHash === null ? {} : { transactionHash }),
    ...detail,
  }
}
