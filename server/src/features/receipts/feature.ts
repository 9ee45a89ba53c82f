import type { Feature } from '../../platform/feature.js'
import { eraseReceipts, exportReceipts } from './privacy/buyer-receipts.js'
import { eraseAbandonedOrders } from './retention/erase-abandoned-orders.js'
import { type ReceiptRouteParts, receiptRoutes } from './routes.js'
import { expireReceipts } from './status/expire-receipts.js'
import { expiredReceipts } from './status/expiry-store.js'
import { forgetFirmHolds } from './stock/firm-holds.js'
import { forgetNetworksOfOrders } from './stock/unpaid-orders.js'

export const receiptsFeature: Feature<ReceiptRouteParts> = {
  routes: [receiptRoutes],
  jobs: [expireReceipts, forgetNetworksOfOrders, forgetFirmHolds, eraseAbandonedOrders],
  workSources: [expiredReceipts],
  exportPersonalData: exportReceipts,
  erasePersonalData: eraseReceipts,
}
