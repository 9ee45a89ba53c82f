import { describe, expect, test } from 'vitest'
import { aReceipt } from '../../../test/fixtures/receipt.js'
import type { PaymentOption } from '../../core/api/payment-option.js'
import { getRenewalDelayMs } from './use-receipt.js'

const [usdc, eth] = aReceipt().payment.options
if (!usdc || !eth) throw new Error('the receipt has two options')
const expiresAt = 1_000_000
const delay = (options: PaymentOption[], now: number, deadline: number | null = null) =>
  getRenewalDelayMs({ options, deadline }, now)

describe('getRenewalDelayMs', () => {
  test('default: one second before the first quote expires', () => {
    const later = { ...eth, expiresAt: expiresAt + 60_000 }
    expect(delay([usdc, later, { ...eth, expiresAt }], expiresAt - 900_000)).toBe(899_000)
  })

  test('behavior: at least one second, also after expiry', () => {
    expect(delay([{ ...eth, expiresAt }], expiresAt + 5)).toBe(1_000)
  })

  test('behavior: when the receipt expires, at most a day later', () => {
    expect(delay([usdc], expiresAt - 5_000, expiresAt)).toBe(5_000)
    expect(delay([usdc], 0, 86_400_000 * 40)).toBe(86_400_000)
  })

  test('behavior: null when no quote expires', () => {
    expect(delay([usdc], 0)).toBeNull()
    expect(delay([], 0)).toBeNull()
  })
})
