import { describe, expect, test } from 'vitest'
import { aReceipt } from '../../../test/fixtures/receipt.js'
import { deriveStage } from '../state/derive-stage.js'
import { withSentPayment } from './use-sent-payment.js'

const local = { txHash: `0x${'ab'.repeat(32)}`, at: 5, paidUsd: 0 }

describe('withSentPayment', () => {
  test('default: shows the payment as sent before the service reports it', () => {
    const shown = withSentPayment(aReceipt(), local)
    expect(shown.payment.sent).toEqual({ txHash: local.txHash, at: 5, isOurs: false })
    expect(deriveStage(shown)).toBe('sent')
  })

  test('behavior: keeps a payment that the service reports', () => {
    const sent = { txHash: `0x${'cd'.repeat(32)}`, at: 9, isOurs: false }
    const reported = aReceipt({ payment: { sent } })
    expect(withSentPayment(reported, local)).toBe(reported)
  })

  test('behavior: adds nothing once money was received', () => {
    const part = aReceipt({ payment: { paidUsd: 40, dueUsd: 70.05 } })
    expect(withSentPayment(part, local)).toBe(part)
    const paidReceipt = aReceipt({
      status: 'paid',
      payment: { paidUsd: 0, dueUsd: 0, options: [] },
    })
    expect(withSentPayment(paidReceipt, local)).toBe(paidReceipt)
    expect(deriveStage(withSentPayment(part, { ...local, paidUsd: 40 }))).toBe('sent')
  })

  test('behavior: adds nothing when nothing was sent', () => {
    const receipt = aReceipt()
    expect(withSentPayment(receipt, null)).toBe(receipt)
  })
})
