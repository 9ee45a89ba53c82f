import { type Address, knownAddress } from '../../../lib/hex.js'
import { cents } from '../../../lib/money.js'
import { type ReceiptStatus, statusFacts } from '../../../lib/receipt-statuses.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Config } from '../../../platform/config/config.js'
import { describeStatusChange, type StatusChange } from './status-change.js'

/** A plausible previous status for each status. */
export const statusBefore: Readonly<Record<ReceiptStatus, ReceiptStatus>> = {
  // Only a chain reorganization leads back there.
  generated: 'tx_mined',
  link_opened: 'generated',
  buyer_logged_in: 'link_opened',
  checkout_initialized: 'buyer_logged_in',
  pending: 'checkout_initialized',
  checkout_success: 'pending',
  tx_mined: 'pending',
  recipient_validated: 'tx_mined',
  tx_mismatch: 'tx_mined',
  paid: 'recipient_validated',
  completed: 'paid',
  reconciled: 'completed',
  failed: 'pending',
  refund_requested: 'completed',
  refunded: 'refund_requested',
}

const buyerWallet = knownAddress('0x1111111111111111111111111111111111111111')
const transactionHash = `0x${'22'.repeat(32)}`

/** Returns the data of a status change of a receipt that does not exist, for test events. */
export function sampleStatusChange(
  { merchant, receiptId, status, at }: SampleInput,
  { brandKey }: Pick<Config, 'brandKey'>,
): StatusChange {
  const payment = statusFacts[status].isSettled
    ? { transactionHash, buyerWallet, paymentToken: 'USDC' }
    : { transactionHash: null, buyerWallet: null, paymentToken: null }
  const receipt = {
    merchant,
    id: receiptId,
    status,
    failureCode: status === 'failed' ? 'PORTAL_CHAIN_TX_REVERTED' : null,
    ...payment,
    totalUsdCents: cents(1_250n),
    reference: 'test-order',
    metadata: { note: 'A test' },
    onramp: null,
  }
  return describeStatusChange(receipt, { previousStatus: statusBefore[status], at, brandKey })
}

type SampleInput = { merchant: Address; receiptId: string; status: ReceiptStatus; at: UnixMs }
