import { describe, expect, test } from 'vitest'
import { aReceipt } from '../../../test/fixtures/receipt.js'
import { renewalMs } from './renewal-ms.js'

const [usdc, eth] = aReceipt().payment.options
if (!usdc || !eth) throw new Error('a receipt has both')
const expiresAt = 1_000_000

describe('renewalMs', () => {
  test('default: a second before the first of them ends', () => {
    const later = { ...eth, expiresAt: expiresAt + 60_000 }
    expect(renewalMs([usdc, later, { ...eth, expiresAt }], expiresAt - 900_000)).toBe(899_000)
  })

  test('behavior: soon when it has ended already, and never in no time', () => {
    expect(renewalMs([{ ...eth, expiresAt }], expiresAt + 5)).toBe(1_000)
  })

  test('behavior: what holds for ever is not renewed', () => {
    expect(renewalMs([usdc], 0)).toBeNull()
    expect(renewalMs([], 0)).toBeNull()
  })
})
