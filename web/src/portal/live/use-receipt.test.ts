import { describe, expect, test } from 'vitest'
import { aReceipt } from '../../../test/fixtures/receipt.js'
import { getRenewalDelayMs } from './use-receipt.js'

const [usdc, eth] = aReceipt().payment.options
if (!usdc || !eth) throw new Error('the receipt has two options')
const expiresAt = 1_000_000

describe('getRenewalDelayMs', () => {
  test('default: one second before the first quote expires', () => {
    const later = { ...eth, expiresAt: expiresAt + 60_000 }
    expect(getRenewalDelayMs([usdc, later, { ...eth, expiresAt }], expiresAt - 900_000)).toBe(
      899_000,
    )
  })

  test('behavior: at least one second, also after expiry', () => {
    expect(getRenewalDelayMs([{ ...eth, expiresAt }], expiresAt + 5)).toBe(1_000)
  })

  test('behavior: null when no quote expires', () => {
    expect(getRenewalDelayMs([usdc], 0)).toBeNull()
    expect(getRenewalDelayMs([], 0)).toBeNull()
  })
})
