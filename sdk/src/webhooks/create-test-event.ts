import type {
  FailedReceiptEvent,
  OtherEvent,
  ReceiptEvent,
  UpdatedReceiptEvent,
  WebhookEvent,
} from './webhook-event.js'

/**
 * The part of an event that a test is about. An event of another kind says everything itself.
 *
 * @example
 * const event: TestEvent = { status: 'failed', failureCode: 'PORTAL_PAY_CARD_DECLINED' }
 */
export type TestEvent = Partial<ReceiptEvent> | (Partial<OtherEvent> & { event: string })

const shared = {
  event: 'receipt.status_updated',
  receiptId: 'R-TEST-1',
  merchantWallet: '0x1111111111111111111111111111111111111111',
  totalUsd: 19.71,
  token: 'USDC',
  brandKey: 'default',
  onrampSessionId: null,
  isOnrampSessionUnique: false,
  transactionId: null,
  metadata: null,
} as const

/** An event with everything the service would send, as far as `given` does not say it. */
export function createTestEvent(given: TestEvent, now: number): WebhookEvent {
  if (given.event !== undefined && given.event !== shared.event) {
    return { ...given, event: given.event, timestamp: given.timestamp ?? now }
  }
  if (given.status === 'failed') return { ...failedAt(now), ...given } as FailedReceiptEvent
  const { totalUsd = shared.totalUsd } = given
  return { ...paidAt(now), customerTotalUsd: totalUsd, ...given } as UpdatedReceiptEvent
}

function paidAt(timestamp: number): UpdatedReceiptEvent {
  return {
    ...shared,
    timestamp,
    status: 'paid',
    previousStatus: 'recipient_validated',
    failureCode: null,
    failureCategory: null,
    failureReason: null,
    failureAction: null,
    transactionHash: `0x${'ab'.repeat(32)}`,
    buyerWallet: '0x2222222222222222222222222222222222222222',
    customerTotalUsd: shared.totalUsd,
  }
}

function failedAt(timestamp: number): FailedReceiptEvent {
  return {
    ...shared,
    timestamp,
    status: 'failed',
    previousStatus: 'pending',
    failureCode: 'PORTAL_PAY_CARD_DECLINED',
    failureCategory: 'card_decline',
    failureReason: 'The card issuer declined the payment.',
    failureAction: 'Ask the buyer to use another card or contact their bank.',
  }
}
