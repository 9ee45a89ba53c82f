import { describe, expect, test } from 'vitest'
import { aPayment } from '../../../../test/fixtures/payment.js'
import { micros } from '../../../lib/money.js'
import type { Payment } from '../../payments/payment.js'
import { limitBookings } from './limit-bookings.js'

const many = (count: number, fields: Partial<Payment> = {}) =>
  Array.from({ length: count }, (_, logIndex) =>
    aPayment({ usdMicros: micros(1n), ledgerRevision: 0, ...fields, logIndex }),
  )

describe('limitBookings', () => {
  test('default: leaves up to 500 new payments as they are', () => {
    const payments = many(500)
    expect(limitBookings(payments)).toEqual({ payments, hasMore: false })
  })

  test('behavior: keeps the most valuable payments and counts the others as unconfirmed', () => {
    const large = aPayment({ usdMicros: micros(5_000_000n), ledgerRevision: 0, logIndex: 600 })
    const { payments, hasMore } = limitBookings([...many(600), large])
    expect(hasMore).toBe(true)
    expect(payments.at(-1)).toEqual(large)
    expect(payments.filter(({ state }) => state === 'confirmed')).toHaveLength(500)
    expect(payments.map(({ logIndex }) => logIndex)).toEqual(
      Array.from({ length: 601 }, (_, index) => index),
    )
  })

  test.each([
    { name: 'are posted', fields: { ledgerRevision: 1 } },
    { name: 'are never booked', fields: { mismatch: 'wrong_payout' } },
  ] as const)('behavior: ignores payments that $name', ({ fields }) => {
    const payments = many(600, fields)
    expect(limitBookings(payments)).toEqual({ payments, hasMore: false })
  })
})
