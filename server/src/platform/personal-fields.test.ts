import { describe, expect, test } from 'vitest'
import { erasePersonalFields } from './personal-fields.js'

const erase = (value: unknown) => {
  const erased = erasePersonalFields(JSON.stringify(value))
  return erased === null ? null : JSON.parse(erased)
}

describe('erasePersonalFields', () => {
  test('default', () => {
    const receipt = {
      receiptId: 'a',
      totalUsd: 10,
      transactionId: 'ada@example.com',
      paymentUrl: 'https://pay.test/portal/a?s=1&redirect_url=https%3A%2F%2Fx.test%2F%3Fm%3Dada',
      metadata: { name: 'Ada' },
      timeline: [{ status: 'paid', note: 'Ring twice' }],
    }
    expect(erase({ ok: true, receipt })).toEqual({
      ok: true,
      receipt: {
        receiptId: 'a',
        totalUsd: 10,
        transactionId: null,
        paymentUrl: 'https://pay.test/portal/a?s=1',
        metadata: null,
        timeline: [{ status: 'paid', note: null }],
      },
    })
  })

  test('behavior: returns null when nothing changes', () => {
    expect(erase({ receiptId: 'a', transactionId: 'order-7', metadata: null })).toBeNull()
    expect(erasePersonalFields('{"metadata": {')).toBeNull()
  })
})
