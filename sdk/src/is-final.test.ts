import { describe, expect, test } from 'vitest'
import { isFinal } from './index.js'

describe('isFinal', () => {
  test('default', () => {
    expect(isFinal({ status: 'reconciled' })).toBe(true)
    expect(isFinal({ status: 'refunded' })).toBe(true)
  })

  test.each(['generated', 'pending', 'paid', 'completed', 'failed', 'refund_requested'])(
    'behavior: %s can change',
    (status) => {
      expect(isFinal({ status })).toBe(false)
    },
  )
})
