import { describe, expect, test } from 'vitest'
import {
  aHash,
  aPaidReceipt,
  aPortalReceipt,
  noon,
} from '../../../../test/fixtures/portal-receipt.js'
import { describePayment } from './describe-payment.js'

/** Sections as a reader sees them: titles, then a label and what is said. */
const rows = (sections: ReturnType<typeof describePayment>) =>
  sections.flatMap(({ title, facts }) => [
    title,
    ...facts.map(({ label, values }) => [label, ...values].join(' | ')),
  ])

describe('describePayment', () => {
  test('default', () => {
    expect(rows(describePayment(aPaidReceipt()))).toEqual([
      'Payment',
      'Received | 110.05 USD',
      'Paid at | 2026-01-01 12:05 UTC',
      'Network | Base',
      `Transaction | ${aHash}`,
    ])
  })

  test('behavior: what is still due, and until when', () => {
    expect(rows(describePayment(aPortalReceipt({ expiresAt: noon })))).toEqual([
      'Payment',
      'Still due | 110.05 USD',
      'To be paid by | 2026-01-01 12:00 UTC',
    ])
    const part = aPortalReceipt({ payment: { paidUsd: 40.000005, dueUsd: 70.049995 } })
    expect(rows(describePayment(part))).toEqual([
      'Payment',
      'Received | 40.000005 USD',
      'Network | Base',
      'Still due | 70.049995 USD',
    ])
  })

  test('behavior: what was paid by hand is not said to be on a chain', () => {
    const byHand = { paidAt: null, transactionHash: null, payment: { paidUsd: 0 } }
    const said = ['Payment', 'Received | Recorded by the merchant']
    expect(rows(describePayment(aPaidReceipt(byHand)))).toEqual(said)
    expect(rows(describePayment(aPaidReceipt({ ...byHand, status: 'refunded' })))).toEqual(said)
  })

  test('behavior: refunds, as sure as they are', () => {
    const refund = { usd: 10, createdAt: noon }
    const refunds = [
      { ...refund, txHash: aHash, confirmed: true },
      { ...refund, txHash: aHash, confirmed: false },
      { ...refund, usd: 0.05, txHash: null, confirmed: false },
    ]
    const [, ...printed] = describePayment(aPaidReceipt({ refunds }))
    expect(rows(printed)).toEqual([
      'Refunds',
      `2026-01-01 12:00 UTC | −10.00 USD | ${aHash}`,
      `2026-01-01 12:00 UTC | −10.00 USD, not yet seen on the chain | ${aHash}`,
      '2026-01-01 12:00 UTC | −0.05 USD | Recorded by the merchant',
    ])
  })

  test('behavior: nothing to say of what costs nothing', () => {
    expect(describePayment(aPortalReceipt({ payment: { dueUsd: 0 } }))).toEqual([])
  })
})
