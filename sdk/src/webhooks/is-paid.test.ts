import { describe, expect, test } from 'vitest'
import { createTestEvent, type TestEvent } from './create-test-event.js'
import { isPaid } from './is-paid.js'

const isPaidWith = (event: TestEvent) => isPaid(createTestEvent(event, 0))

describe('isPaid', () => {
  test('default', () => {
    expect(isPaidWith({ status: 'paid' })).toBe(true)
  })

  test.each(['completed', 'reconciled'] as const)('behavior: %s is paid, too', (status) => {
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
  ] as const)('behavior: %s is not', (status) => {
    expect(isPaidWith({ status })).toBe(false)
  })

  test('behavior: a trial is not', () => {
    expect(isPaidWith({ status: 'paid', test: true })).toBe(false)
  })

  test('behavior: another kind of event is not, whatever its status', () => {
    expect(isPaidWith({ event: 'subscription.charged', status: 'paid' })).toBe(false)
  })
})
