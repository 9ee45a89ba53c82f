import { describe, expect, test } from 'vitest'
import { aPaidReceipt, aPortalReceipt } from '../../../../test/fixtures/portal-receipt.js'
import { receiptStatuses, statusFacts } from '../../../lib/receipt-statuses.js'
import { describeState } from './describe-state.js'

describe('describeState', () => {
  test('default', () => {
    expect(describeState(aPaidReceipt())).toEqual({
      isReceipt: true,
      title: 'Receipt',
      tone: 'good',
      sentence: 'Paid in full on 2026-01-01 12:05 UTC.',
    })
  })

  test('behavior: omits the time of a manual payment without one', () => {
    const byHand = aPaidReceipt({ paidAt: null, transactionHash: null, payment: { paidUsd: 0 } })
    expect(describeState(byHand)).toMatchObject({ title: 'Receipt', sentence: 'Paid in full.' })
  })

  test('behavior: describes partial, full and requested refunds', () => {
    expect(describeState(aPaidReceipt({ refundedUsd: 10.05 }))).toMatchObject({
      sentence: 'Paid in full on 2026-01-01 12:05 UTC. 10.05 of 110.05 USD refunded.',
    })
    expect(describeState(aPaidReceipt({ status: 'refunded', refundedUsd: 110.05 }))).toEqual({
      isReceipt: true,
      title: 'Receipt',
      tone: 'plain',
      sentence: 'Paid, then refunded in full: 110.05 USD.',
    })
    expect(describeState(aPaidReceipt({ status: 'refund_requested' })).sentence).toMatch(
      /^Paid in full .* A refund was requested\.$/,
    )
  })

  test('behavior: describes unpaid, partially paid and unconfirmed invoices', () => {
    expect(describeState(aPortalReceipt())).toEqual({
      isReceipt: false,
      title: 'Invoice, not yet paid',
      tone: 'warn',
      sentence: '110.05 USD is due.',
    })
    expect(describeState(aPortalReceipt({ payment: { paidUsd: 40, dueUsd: 70.05 } }))).toEqual({
      isReceipt: false,
      title: 'Invoice, partially paid',
      tone: 'warn',
      sentence: '40.00 of 110.05 USD received. 70.05 USD still due.',
    })
    const mined = aPortalReceipt({
      status: 'tx_mined',
      confirmations: { have: 1, need: 3 },
      payment: { paidUsd: 110.05, dueUsd: 0 },
    })
    expect(describeState(mined)).toEqual({
      isReceipt: false,
      title: 'Invoice, not yet confirmed as paid',
      tone: 'warn',
      sentence: 'Payment received, confirming: 1 of 3.',
    })
  })

  test('behavior: describes a mismatch, and an invoice with nothing due', () => {
    expect(describeState(aPortalReceipt({ status: 'tx_mismatch' })).sentence).toBe(
      'A payment arrived that does not match this invoice. 110.05 USD is due.',
    )
    expect(describeState(aPortalReceipt({ payment: { dueUsd: 0 } })).sentence).toBe(
      'Nothing is due.',
    )
  })

  test.each(receiptStatuses)('behavior: %s is a receipt only if it is or was paid', (status) => {
    const { isPaid, isFinal } = statusFacts[status]
    const { isReceipt, title } = describeState(aPortalReceipt({ status }))
    expect(isReceipt).toBe(isPaid || isFinal)
    expect(title.startsWith('Invoice')).toBe(!isReceipt)
  })
})
