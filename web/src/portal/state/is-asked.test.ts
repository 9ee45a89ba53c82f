import { describe, expect, test } from 'vitest'
import { aReceipt } from '../../../test/fixtures/receipt.js'
import { isAsked } from './is-asked.js'

const txHash = `0x${'ab'.repeat(32)}`
const aSent = (fields: object = {}) => ({ txHash: null, at: 5, isOurs: false, ...fields })
const withSent = (sent: ReturnType<typeof aSent>) => aReceipt({ payment: { sent } })

describe('isAsked', () => {
  test('default', () => {
    expect(isAsked(aReceipt(), null)).toBe(true)
    expect(isAsked(aReceipt(), aSent())).toBe(true)
  })

  test('behavior: not what is paid', () => {
    const paid = aReceipt({ status: 'paid', payment: { paidUsd: 110.05, dueUsd: 0, options: [] } })
    expect(isAsked(paid, null)).toBe(false)
  })

  test('behavior: not when something is on its way that came after', () => {
    expect(isAsked(withSent(aSent()), null)).toBe(false)
    expect(isAsked(withSent(aSent({ at: 6 })), aSent())).toBe(false)
    expect(isAsked(withSent(aSent({ txHash })), aSent())).toBe(false)
  })

  test('behavior: who was told of it may pay again, unless it is ours to send', () => {
    expect(isAsked(withSent(aSent()), aSent())).toBe(true)
    expect(isAsked(withSent(aSent({ txHash, at: 6 })), aSent({ txHash }))).toBe(true)
    expect(isAsked(withSent(aSent({ isOurs: true })), aSent({ isOurs: true }))).toBe(false)
  })
})
