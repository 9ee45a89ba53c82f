import { describe, expect, test } from 'vitest'
import { aReceipt } from '../../../test/fixtures/receipt.js'
import { canFinishPaying, isStillDue } from './is-still-due.js'

const receipt = aReceipt()
const [usdc, eth] = receipt.payment.options
if (!usdc || !eth?.expiresAt) throw new Error('the receipt has two options')
const now = eth.expiresAt - 1

describe('isStillDue', () => {
  test('default', () => {
    expect(isStillDue({ option: usdc, sent: null }, { receipt, now })).toBe(true)
    expect(isStillDue({ option: eth, sent: null }, { receipt, now })).toBe(true)
  })

  test('behavior: false when the quote has expired', () => {
    expect(isStillDue({ option: eth, sent: null }, { receipt, now: now + 1 })).toBe(false)
    expect(isStillDue({ option: usdc, sent: null }, { receipt, now: now + 1 })).toBe(true)
  })

  test('behavior: false when another payment arrived', () => {
    const paidReceipt = aReceipt({
      status: 'paid',
      payment: { paidUsd: 110.05, dueUsd: 0, options: [] },
    })
    expect(isStillDue({ option: usdc, sent: null }, { receipt: paidReceipt, now })).toBe(false)
    const options = [{ ...usdc, amountUnits: '70050000', amount: '70.05' }]
    const part = aReceipt({ payment: { paidUsd: 40, dueUsd: 70.05, options } })
    expect(isStillDue({ option: usdc, sent: null }, { receipt: part, now })).toBe(false)
  })

  test('behavior: false when another payment is on its way', () => {
    const sent = { txHash: null, at: 5, isOurs: false }
    const sentMeanwhile = aReceipt({ payment: { sent } })
    expect(isStillDue({ option: usdc, sent: null }, { receipt: sentMeanwhile, now })).toBe(false)
    expect(isStillDue({ option: usdc, sent }, { receipt: sentMeanwhile, now })).toBe(true)
  })
})

describe('canFinishPaying', () => {
  const txHash = `0x${'ab'.repeat(32)}`
  const aSent = (fields: object = {}) => ({ txHash: null, at: 5, isOurs: false, ...fields })
  const withSent = (sent: ReturnType<typeof aSent>) => aReceipt({ payment: { sent } })

  test('default', () => {
    expect(canFinishPaying(aReceipt(), null)).toBe(true)
    expect(canFinishPaying(aReceipt(), aSent())).toBe(true)
  })

  test('behavior: false when the receipt is paid', () => {
    const paidReceipt = aReceipt({
      status: 'paid',
      payment: { paidUsd: 110.05, dueUsd: 0, options: [] },
    })
    expect(canFinishPaying(paidReceipt, null)).toBe(false)
  })

  test('behavior: false when a newer payment is on its way', () => {
    expect(canFinishPaying(withSent(aSent()), null)).toBe(false)
    expect(canFinishPaying(withSent(aSent({ at: 6 })), aSent())).toBe(false)
    expect(canFinishPaying(withSent(aSent({ txHash })), aSent())).toBe(false)
  })

  test('behavior: true for a buyer who knew of the payment, unless the service sends it', () => {
    expect(canFinishPaying(withSent(aSent()), aSent())).toBe(true)
    expect(canFinishPaying(withSent(aSent({ txHash, at: 6 })), aSent({ txHash }))).toBe(true)
    expect(canFinishPaying(withSent(aSent({ isOurs: true })), aSent({ isOurs: true }))).toBe(false)
  })
})
