import { describe, expect, test } from 'vitest'
import { aReceipt } from '../../../test/fixtures/receipt.js'
import { isStillDue } from './is-still-due.js'

const receipt = aReceipt()
const [usdc, eth] = receipt.payment.options
if (!usdc || !eth?.expiresAt) throw new Error('a receipt has both')
const now = eth.expiresAt - 1

describe('isStillDue', () => {
  test('default', () => {
    expect(isStillDue({ option: usdc, sent: null }, { receipt, now })).toBe(true)
    expect(isStillDue({ option: eth, sent: null }, { receipt, now })).toBe(true)
  })

  test('behavior: not at a price that has run out', () => {
    expect(isStillDue({ option: eth, sent: null }, { receipt, now: now + 1 })).toBe(false)
    expect(isStillDue({ option: usdc, sent: null }, { receipt, now: now + 1 })).toBe(true)
  })

  test('behavior: not what somebody else has paid, or a part of', () => {
    const paid = aReceipt({ status: 'paid', payment: { paidUsd: 110.05, dueUsd: 0, options: [] } })
    expect(isStillDue({ option: usdc, sent: null }, { receipt: paid, now })).toBe(false)
    const options = [{ ...usdc, amountUnits: '70050000', amount: '70.05' }]
    const part = aReceipt({ payment: { paidUsd: 40, dueUsd: 70.05, options } })
    expect(isStillDue({ option: usdc, sent: null }, { receipt: part, now })).toBe(false)
  })

  test('behavior: not when something is on its way', () => {
    const sent = { txHash: null, at: 5, isOurs: false }
    const sentMeanwhile = aReceipt({ payment: { sent } })
    expect(isStillDue({ option: usdc, sent: null }, { receipt: sentMeanwhile, now })).toBe(false)
    expect(isStillDue({ option: usdc, sent }, { receipt: sentMeanwhile, now })).toBe(true)
  })
})
