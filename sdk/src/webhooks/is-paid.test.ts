import { describe, expect, test } from 'vitest'
import { createTestEvent, type TestEvent } from './create-test-event.js'
import { isPaid } from './is-paid.js'

const isPaidWith = (event: TestEvent) => isPaid(createTestEvent(event, 0))

describe('isPaid', () => {
  test('default', () => {
    expect(isPaidWith({ status: 'paid' })).toBe(true)
  })

  test.each(['completed', 'reconciled'] as const)('behavior: returns true for %s', (status) => {
    expect(isPaidWith({ status })).toBe(true)
  })

  test.each([
    'generated',
    'link_opened',
    'buyer_logged_in',
    'checkout_initialized',
    'pending',
    'checkout_success',
    'tx_mined',
    'recipient_validated',
    'tx_mismatch',
    'failed',
    'refund_requested',
    'refunded',
  ] as const)('behavior: returns false for %s', (status) => {
    expect(isPaidWith({ status })).toBe(false)
  })

  test('behavior: returns true under the kind of the status', () => {
    expect(isPaidWith({ event: 'receipt.paid', status: 'paid' })).toBe(true)
    expect(isPaidWith({ event: 'receipt.failed', status: 'failed' })).toBe(false)
    expect(isPaidWith({ event: 'receipt.other', status: 'paid' })).toBe(false)
  })

  test('behavior: returns false for a test event', () => {
    expect(isPaidWith({ status: 'paid', test: true })).toBe(false)
  })

  test('behavior: returns false for other event kinds', () => {
    expect(isPaidWith({ event: 'subscription.charged', status: 'paid' })).toBe(false)
  })
})
