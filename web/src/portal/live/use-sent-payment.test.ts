import { describe, expect, test } from 'vitest'
import { aReceipt } from '../../../test/fixtures/receipt.js'
import { stageOf } from '../state/derive-stage.js'
import { withSent } from './with-sent.js'

const held = { txHash: `0x${'ab'.repeat(32)}`, at: 5, paidUsd: 0 }

describe('withSent', () => {
  test('default: on its way, although the service has not heard of it', () => {
    const shown = withSent(aReceipt(), held)
    expect(shown.payment.sent).toEqual({ txHash: held.txHash, at: 5, isOurs: false })
    expect(stageOf(shown)).toBe('sent')
  })

  test('behavior: the service knows better', () => {
    const sent = { txHash: `0x${'cd'.repeat(32)}`, at: 9, isOurs: false }
    const told = aReceipt({ payment: { sent } })
    expect(withSent(told, held)).toBe(told)
  })

  test('behavior: not once money is seen', () => {
    const part = aReceipt({ payment: { paidUsd: 40, dueUsd: 70.05 } })
    expect(withSent(part, held)).toBe(part)
    const paid = aReceipt({ status: 'paid', payment: { paidUsd: 0, dueUsd: 0, options: [] } })
    expect(withSent(paid, held)).toBe(paid)
    expect(stageOf(withSent(part, { ...held, paidUsd: 40 }))).toBe('sent')
  })

  test('behavior: nothing sent is nothing added', () => {
    const receipt = aReceipt()
    expect(withSent(receipt, null)).toBe(receipt)
  })
})
