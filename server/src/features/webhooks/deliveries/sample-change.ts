import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Config } from '../../../platform/config/config.js'
import type { UnpublishedNews } from '../../receipts/status/status-change-store.js'
import { type ReceiptStatus, statusFacts } from '../../receipts/status/statuses.js'

/** What a receipt may well have been before. */
export const statusBefore: Readonly<Record<ReceiptStatus, ReceiptStatus>> = {
  // Nothing leads there but a block that the chain took back.
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

/** Nobody's. */
const buyerWallet = '0x1111111111111111111111111111111111111111'
const transactionHash = `0x${'22'.repeat(32)}`

/** A change of status as it might have been, of a receipt that does not exist. */
export function sampleChange(
  { merchant, receiptId, status, at }: SampleInput,
  { brandKey }: Pick<Config, 'brandKey'>,
): Omit<UnpublishedNews, 'seq' | 'eventId'> {
  const payment = statusFacts[status].isSettled
    ? { transactionHash, buyerWallet, token: 'USDC' }
    : { transactionHash: null, buyerWallet: null, token: null }
  const failureCode = status === 'failed' ? 'PORTAL_CHAIN_TX_REVERTED' : null
  const reference = { transactionId: 'test-order', metadata: { note: 'A test' } }
  const route = { webhookUrl: null, keyId: null }
  return {
    merchant,
    receiptId,
    status,
    previousStatus: statusBefore[status],
    at,
    news: { failureCode, ...payment, totalUsd: 12.5, brandKey, ...reference, ...route },
  }
}

type SampleInput = { merchant: Address; receiptId: string; status: ReceiptStatus; at: UnixMs }
