import { checksumAddress } from '../../lib/hex.js'
import { describeFailure } from '../receipts/status/describe-failure.js'
import type { UnpublishedNews } from '../receipts/status/status-change-store.js'

/** What is paid with where nothing else was said. */
const usualToken = 'USDC'

const noFailure = {
  failureCode: null,
  failureCategory: null,
  failureReason: null,
  failureAction: null,
}

/**
 * The body of `receipt.status_updated` (spec 6.4). One about a failure says why, and leaves out what only a payment
 * has. There is no onramp yet, so none has a session or an amount.
 */
export function writeStatusBody(
  change: Pick<
    UnpublishedNews,
    'merchant' | 'receiptId' | 'status' | 'previousStatus' | 'at' | 'news'
  >,
  mark: { test?: true } = {},
): string {
  const { merchant, receiptId, status, previousStatus, at, news } = change
  const isFailure = status === 'failed'
  return JSON.stringify({
    event: 'receipt.status_updated',
    receiptId,
    status,
    previousStatus,
    ...noFailure,
    ...describeFailure({ status, failureCode: news.failureCode }),
    ...(isFailure ? {} : { transactionHash: news.transactionHash, buyerWallet: news.buyerWallet }),
    merchantWallet: checksumAddress(merchant),
    totalUsd: news.totalUsd,
    ...(isFailure ? {} : { customerTotalUsd: news.totalUsd }),
    token: news.token ?? usualToken,
    timestamp: at,
    brandKey: news.brandKey,
    onrampSessionId: null,
    isOnrampSessionUnique: false,
    transactionId: news.transactionId,
    metadata: news.metadata,
    ...mark,
  })
}
