import { parsePerson, showPerson } from '../../../auth/person-id.js'
import { checksumAddress } from '../../../lib/hex.js'
import { hashOfReference } from '../../../lib/media-reference.js'
import { centsToDecimal, ppmToDecimal } from '../../../lib/money.js'
import type { TxContext } from '../../../platform/context.js'
import { loadThumbs, type ThumbOf, withoutThumbs } from '../../media/load-thumbs.js'
import type { PaymentUrls } from '../create/payment-url.js'
import {
  labelOf,
  type Receipt,
  type ReceiptEvent,
  type ReceiptLine,
  type Refund,
  type ShownReceipt,
} from '../receipt.js'
import type { LineItem, ReceiptResponse, TimelineEntry } from '../schemas.js'
import { describeFailure } from '../status/failures.js'
import { projectStatus } from '../status/project-status.js'
import { describeSource } from '../status/status-change.js'

type PicturedLines = { lines: readonly Pick<ReceiptLine, 'thumb'>[] }

/** The timeline and refunds of a receipt. */
export type ReceiptHistory = { events: readonly ReceiptEvent[]; refunds: readonly Refund[] }

/** A receipt with its timeline and refunds. */
export type FullReceipt = { receipt: ShownReceipt; history: ReceiptHistory }

/** The same, with the fields that only the service uses. */
export type WholeReceipt = { receipt: Receipt; history: ReceiptHistory }

type ReceiptDetails = { history: ReceiptHistory; paymentUrlOf: PaymentUrls; thumbOf: ThumbOf }

/** Returns a receipt as its merchant sees it. Lists describe hundreds, so few fields are spread. */
export function describeReceipt(
  receipt: ShownReceipt,
  { history, paymentUrlOf, thumbOf }: ReceiptDetails,
): ReceiptResponse {
  const { totalCents, transactionAt, refundedUsdCents, creditReturnedUsdCents } = receipt
  const described: ReceiptResponse = {
    receiptId: receipt.id,
    totalUsd: centsToDecimal(receipt.totalUsdCents),
    currency: receipt.currency,
    lineItems: receipt.lines.map((line) => describeSoldLine(line, thumbOf)),
    createdAt: receipt.createdAt,
    updatedAt: receipt.updatedAt,
    brandName: receipt.brandName,
    status: receipt.status,
    paymentStatus: projectStatus(receipt.status, receipt.kind),
    jurisdictionCode: receipt.jurisdictionCode,
    taxRate: ppmToDecimal(receipt.taxRate),
    taxComponents: receipt.taxComponents,
    transactionHash: receipt.transactionHash,
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
    refunds: history.refunds.map(describeRefund),
    timeline: describeTimeline(history.events),
  }
  if (totalCents !== null) described.total = centsToDecimal(totalCents)
  if (receipt.paymentToken !== null) described.paymentToken = receipt.paymentToken
  if (receipt.registerId !== null) described.registerId = receipt.registerId
  if (receipt.soldBy !== null) described.soldBy = showSeller(receipt.soldBy)
  if (receipt.archivedAt !== null) described.archivedAt = receipt.archivedAt
  if (transactionAt !== null) described.transactionTimestamp = transactionAt
  if (receipt.valuation) Object.assign(described, describeValuation(receipt))
  if (receipt.status === 'failed') Object.assign(described, describeFailure(receipt))
  if (receipt.onramp) {
    described.onrampSessionId = receipt.onramp.sessionId
    described.isOnrampSessionUnique = receipt.onramp.isUnique
    Object.assign(described, describeSource(receipt.onramp))
  }
  if (refundedUsdCents !== 0n) {
    described.refundStatus = refundedUsdCents === receipt.totalUsdCents ? 'full' : 'partial'
    described.refundedUsd = centsToDecimal(refundedUsdCents)
  }
  if (creditReturnedUsdCents !== 0n) {
    described.creditReturnedUsd = centsToDecimal(creditReturnedUsdCents)
  }
  return described
}

/** Returns a person or cashier as responses show them. */
function showSeller(seller: string): string {
  const person = parsePerson(seller)
  return person ? showPerson(person) : seller
}

/** Returns a line with the id by which a refund names it. */
function describeSoldLine(line: ReceiptLine, thumbOf: ThumbOf): LineItem {
  const described = describeLine(line, thumbOf)
  if (line.lineId) described.lineId = line.lineId
  return described
}

/** Returns a line with the thumbnail of its picture, if it has one. */
export function describeLine(line: ReceiptLine, thumbOf: ThumbOf): LineItem {
  const { usdCents, amountCents, qty, itemId, sku } = line
  const described: LineItem = { label: labelOf(line), priceUsd: centsToDecimal(usdCents) }
  if (amountCents !== null) described.amount = centsToDecimal(amountCents)
  if (qty !== null) described.qty = qty
  if (itemId !== null) described.itemId = itemId
  if (sku !== null) described.sku = sku
  const picture = line.thumb && hashOfReference(line.thumb)
  if (picture) described.picture = picture
  const thumb = thumbOf(line.thumb)
  if (thumb !== null) described.thumb = thumb
  return described
}

/** Returns the exchange rate and original amounts of a receipt in its own currency. */
function describeValuation({ valuation, totalCents, lines }: ShownReceipt) {
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
      // Without pictures, which lineItems already have.
      originalLineItems: lines.map((line) => describeLine({ ...line, thumb: null }, withoutThumbs)),
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

/** Names the payment method of transactions that a provider of card payments delivered. */
function describeTimeline(events: readonly ReceiptEvent[]): TimelineEntry[] {
  const cardHashes = events
    .filter(({ status, by }) => status === 'card_delivered' && by === 'onramp')
    .map(({ transactionHash }) => transactionHash)
  return events.map((event) => {
    const described = describeEvent(event)
    const isByCard = event.transactionHash !== null && cardHashes.includes(event.transactionHash)
    return isByCard ? { ...described, paymentMethod: 'card' } : described
  })
}

function describeEvent(event: ReceiptEvent): TimelineEntry {
  const { status, previousStatus, at, by, note, transactionHash, detail } = event
  const described: TimelineEntry = { status, previousStatus, at, by }
  if (note !== null) described.note = note
  if (transactionHash !== null) described.transactionHash = transactionHash
  return detail === null ? described : { ...described, ...detail }
}

/** Returns the thumbnails of receipts, or none when the query asks for none with `thumbs=0`. */
export function showThumbs(
  ctx: Pick<TxContext, 'db' | 'memory'>,
  receipts: readonly PicturedLines[],
  { thumbs }: { thumbs?: string | undefined },
): ThumbOf | Promise<ThumbOf> {
  if (thumbs === '0') return withoutThumbs
  return loadThumbs(
    ctx,
    receipts.flatMap(({ lines }) => lines.map(({ thumb }) => thumb)),
  )
}
