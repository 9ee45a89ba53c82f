import type { Context } from '../../platform/context.js'
import { openPortal } from '../portal/checkout/open-portal.js'
import { createPaymentUrls } from '../receipts/create/payment-url.js'
import { describeReceipt } from '../receipts/read/describe-receipt.js'
import { getReceipt, noSuchReceipt } from '../receipts/read/get-receipt.js'
import type { Receipt } from '../receipts/receipt.js'
import { requireText, type Tool, withoutThumbs } from './tool.js'

/** Longer than every id that the service generates. */
const maxIdLength = 64

/**
 * Creates the tool that returns a receipt by its id. An id that the service generated cannot be
 * guessed, so it gives access to the receipt, as on the payment page. An id that the merchant chose
 * can be guessed, and gives none.
 */
export function createReceiptTool(ctx: Context): Tool {
  return {
    name: 'get_receipt',
    title: 'Get a receipt',
    description:
      'Returns the status, the lines and the transaction of a receipt, by the receiptId of an order. The status becomes completed when the shop has its money.',
    properties: { receiptId: { type: 'string', description: 'From place_order' } },
    required: ['receiptId'],
    limit: 'portal',
    isReadOnly: true,
    async run({ args }) {
      const id = requireText(args, 'receiptId')
      if (id.length > maxIdLength) throw noSuchReceipt()
      const { merchant, isLimited } = await openPortal(ctx, { id, query: {} })
      if (isLimited) throw noSuchReceipt()
      const receipt = await getReceipt(ctx, { merchant, id })
      return { content: { receipt: await describeForBuyer(ctx, receipt) } }
    },
  }
}

/** Names every field, so that private ones cannot leak, such as contact data and notes. */
async function describeForBuyer(ctx: Context, receipt: Receipt) {
  const history = { events: [], refunds: [] }
  const paymentUrlOf = await createPaymentUrls(ctx)
  const description = describeReceipt(receipt, { history, paymentUrlOf, thumbOf: () => null })
  return {
    receiptId: description.receiptId,
    status: description.status,
    paymentStatus: description.paymentStatus,
    brandName: description.brandName,
    currency: description.currency,
    total: description.total ?? null,
    totalUsd: description.totalUsd,
    refundedUsd: description.refundedUsd ?? 0,
    lineItems: withoutThumbs(description.lineItems),
    jurisdictionCode: description.jurisdictionCode,
    createdAt: description.createdAt,
    expiresAt: description.expiresAt,
    paidAt: description.transactionTimestamp ?? null,
    transactionHash: description.transactionHash,
  }
}
