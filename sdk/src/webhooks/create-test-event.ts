import type {
  FailedReceiptEvent,
  OtherEvent,
  ReceiptEvent,
  UpdatedReceiptEvent,
  WebhookEvent,
} from './webhook-event.js'

/**
 * Fields that override the defaults of a test event. Kinds other than `receipt.status_updated` and
 * that of the status, such as `receipt.paid`, have no defaults.
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

/** Returns a complete event: the given fields, and defaults for the others. */
export function createTestEvent(testEvent: TestEvent, now: number): WebhookEvent {
  if (testEvent.event !== undefined && !isStatusChange(testEvent)) {
    return { ...testEvent, event: testEvent.event, timestamp: testEvent.timestamp ?? now }
  }
  if (testEvent.status === 'failed')
    return { ...createFailedEvent(now), ...testEvent } as FailedReceiptEvent
  const { totalUsd = shared.totalUsd } = testEvent
  return {
    ...createPaidEvent(now),
    customerTotalUsd: totalUsd,
    ...testEvent,
  } as UpdatedReceiptEvent
}

function isStatusChange({ event, status }: TestEvent): boolean {
  return event === shared.event || event === `receipt.${status}`
}

function createPaidEvent(timestamp: number): UpdatedReceiptEvent {
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

function createFailedEvent(timestamp: number): FailedReceiptEvent {
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
