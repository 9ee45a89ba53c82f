import { describe, expect, test } from 'vitest'
import {
  aHash,
  aPaidReceipt,
  aPortalReceipt,
  noon,
} from '../../../../test/fixtures/portal-receipt.js'
import { describePayment } from './describe-payment.js'

/** Flattens sections to titles, labels and texts. */
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

  test('behavior: shows the amount still due and its deadline', () => {
    expect(rows(describePayment(aPortalReceipt({ expiresAt: noon })))).toEqual([
      'Payment',
      'Still due | 110.05 USD',
      'Due by | 2026-01-01 12:00 UTC',
    ])
    const part = aPortalReceipt({ payment: { paidUsd: 40.000005, dueUsd: 70.049995 } })
    expect(rows(describePayment(part))).toEqual([
      'Payment',
      'Received | 40.000005 USD',
      'Network | Base',
      'Still due | 70.049995 USD',
    ])
  })

  test('behavior: does not show a manual payment as on chain', () => {
    const manual = { paidAt: null, transactionHash: null, payment: { paidUsd: 0 } }
    const expected = ['Payment', 'Received | Recorded by the merchant']
    expect(rows(describePayment(aPaidReceipt(manual)))).toEqual(expected)
    expect(rows(describePayment(aPaidReceipt({ ...manual, status: 'refunded' })))).toEqual(expected)
  })

  test('behavior: shows whether each refund is confirmed', () => {
    const refund = { usd: 10, amount: 10, createdAt: noon }
    const refunds = [
      { ...refund, txHash: aHash, confirmed: true },
      { ...refund, txHash: aHash, confirmed: false },
      { ...refund, amount: 0.05, txHash: null, confirmed: false },
    ]
    const [, ...printed] = describePayment(aPaidReceipt({ refunds }))
    expect(rows(printed)).toEqual([
      'Refunds',
      `2026-01-01 12:00 UTC | −10.00 USD | ${aHash}`,
      `2026-01-01 12:00 UTC | −10.00 USD, not yet confirmed on chain | ${aHash}`,
      '2026-01-01 12:00 UTC | −0.05 USD | Recorded by the merchant',
    ])
  })

  test('behavior: a receipt in euros states euros', () => {
    const euro = { currency: 'EUR' as const, total: 101.6 }
    const payment = { paid: 40, due: 61.6, paidUsd: 43.3, dueUsd: 66.75 }
    const part = rows(describePayment(aPortalReceipt({ ...euro, payment }))).join(', ')
    expect(part).toContain('Received | 40.00 EUR')
    expect(part).toContain('Still due | 61.60 EUR')
    expect(part).not.toContain('USD')
  })

  test('behavior: has no sections for an unpaid receipt with nothing due', () => {
    expect(describePayment(aPortalReceipt({ payment: { dueUsd: 0 } }))).toEqual([])
  })
})
