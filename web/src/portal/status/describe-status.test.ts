import { describe, expect, test } from 'vitest'
import { aReceipt } from '../../../test/fixtures/receipt.js'
import { english } from '../../core/texts/language.js'
import { describeStatus as describeIn } from './describe-status.js'

const describeStatus = (receipt: ReturnType<typeof aReceipt>) => describeIn(receipt, english)
const all = { paidUsd: 110.05, dueUsd: 0, options: [] }

describe('describeStatus', () => {
  test('default', () => {
    expect(describeStatus(aReceipt())).toMatchObject({ tone: 'wait', word: 'Waiting for payment' })
  })

  test('behavior: a partial payment shows the received and the remaining amount', () => {
    const { text } = describeStatus(
      aReceipt({ status: 'pending', payment: { paidUsd: 40, dueUsd: 70.05 } }),
    )
    expect(text).toBe('We have received $40.00 of $110.05. $70.05 still due.')
  })

  const dust = { paidUsd: 0.000001, paid: 0, dueUsd: 110.049999 }
  const sent = { txHash: null, at: 5, isOurs: false }
  test.each([
    ['not valued yet', { hasPayment: true }],
    ['of less than a cent', { ...dust, hasPayment: true }],
    ['that does not count', { hasPayment: true, paidUsd: 0 }],
    ['of a part', { paidUsd: 40, dueUsd: 70.05, hasPayment: true }],
    ['in full', { ...all, hasPayment: true }],
    ['on its way', { sent }],
  ] as const)('behavior: no status denies a payment %s', (_, money) => {
    const situations = [
      { options: [] },
      { options: [], isOver: true },
      { options: [], soldOut: ['Tea'] },
      {},
    ]
    for (const status of ['generated', 'failed', 'pending', 'tx_mined', 'tx_mismatch'] as const) {
      for (const situation of situations) {
        const { text } = describeStatus(aReceipt({ status, payment: { ...money, ...situation } }))
        expect(text).not.toMatch(/nothing was|not detected/i)
      }
    }
  })

  test('behavior: a payment that is not counted yet is being checked', () => {
    const seen = { options: [], hasPayment: true }
    expect(describeStatus(aReceipt({ payment: seen }))).toMatchObject({ word: 'Checking' })
    expect(describeStatus(aReceipt({ payment: { ...seen, isOver: true } })).text).toBe(
      'This receipt has expired. We detected a payment and are checking it. If this does not change in a few minutes, contact Tea & Co.',
    )
    expect(describeStatus(aReceipt({ payment: { ...seen, soldOut: ['Tea'] } })).text).toContain(
      'Please do not send more. Tea & Co can refund your payment.',
    )
  })

  test('behavior: a failure shows the text for buyers', () => {
    const failure = {
      code: 'X',
      category: 'system',
      reason: 'For the merchant.',
      action: 'For the buyer.',
    }
    expect(describeStatus(aReceipt({ status: 'failed', failure }))).toEqual({
      tone: 'warn',
      word: 'Not paid yet',
      text: 'For the buyer.',
    })
  })

  test('behavior: mentions an overpayment, but not a rounding', () => {
    const paid = (paidUsd: number) =>
      describeStatus(aReceipt({ status: 'paid', payment: { ...all, paidUsd } })).text
    expect(paid(112.05)).toContain('You overpaid by $2.00.')
    expect(paid(110.15)).toContain('You overpaid by $0.10.')
    expect(paid(115.449847)).toContain('You overpaid by $5.39.')
    expect(paid(110.055)).toBe('Thank you. Your payment to Tea & Co is complete.')
  })

  test('behavior: a refund without on-chain confirmation names the merchant as the source', () => {
    const refund = { usd: 110.05, amount: 110.05, txHash: null, confirmed: false, createdAt: 5 }
    const refunded = (confirmed: boolean) =>
      describeStatus(
        aReceipt({
          status: 'refunded',
          refundedUsd: 110.05,
          refunds: [{ ...refund, confirmed }],
          payment: all,
        }),
      ).text
    expect(refunded(true)).toBe('$110.05 was refunded to you.')
    expect(refunded(false)).toBe(
      'A refund of $110.05 was recorded by Tea & Co. We have not seen all of it on chain.',
    )
  })

  test.each([
    ['refund_requested', 'Refund requested'],
    ['refunded', 'Refund recorded'],
    ['completed', 'Paid'],
    ['tx_mined', 'Confirming'],
  ] as const)('default: %s is %s', (status, word) => {
    expect(describeStatus(aReceipt({ status, payment: all })).word).toBe(word)
  })

  test('behavior: promises nothing while a large payment waits for a safe block', () => {
    const confirmations = { have: 3, need: 3, awaitsSafe: true }
    const waiting = describeStatus(
      aReceipt({ status: 'recipient_validated', confirmations, payment: all }),
    )
    expect(waiting.text).toBe(
      'Payment detected. A payment of this size should be final in a few minutes, which is an estimate. You can close this page.',
    )
  })

  test.each([
    [['Tea'], 'Tea'],
    [['Tea', 'Cup'], 'Tea and Cup'],
    [['Tea', 'Cup', 'Pot'], 'Tea and 2 other items'],
  ])('behavior: names the sold-out items %j', (soldOut, names) => {
    const status = describeStatus(aReceipt({ payment: { soldOut, options: [] } }))
    expect(status).toMatchObject({ tone: 'warn', word: 'Sold out' })
    expect(status.text).toBe(
      `No longer available: ${names}. Nothing was charged. Please do not pay this order: place a new one at Tea & Co. If stock returns, you can pay here again.`,
    )
  })

  test('behavior: tells the buyer of a sold-out order what the shop received', () => {
    const payment = { soldOut: ['Tea'], options: [], paidUsd: 40, dueUsd: 70.05 }
    expect(describeStatus(aReceipt({ status: 'pending', payment })).text).toContain(
      'Please do not send more. You paid $40.00, which Tea & Co can refund.',
    )
  })

  test('behavior: a receipt in euros speaks euros', () => {
    const payment = { paidUsd: 43.3, dueUsd: 66.75, paid: 40, due: 61.6 }
    const euro = { currency: 'EUR', total: 101.6 } as const
    expect(describeStatus(aReceipt({ ...euro, status: 'pending', payment })).text).toBe(
      'We have received €40.00 of €101.60. €61.60 still due.',
    )
  })

  test('behavior: a payment that the merchant recorded is called so', () => {
    const payment = { ...all, paidUsd: 0 }
    expect(describeStatus(aReceipt({ status: 'paid', payment })).text).toBe(
      'Thank you. Your payment was recorded by Tea & Co.',
    )
  })

  test('default: a mismatched transaction', () => {
    expect(describeStatus(aReceipt({ status: 'tx_mismatch' })).word).toBe('Needs attention')
  })

  test('behavior: calls a shop without a name the shop', () => {
    const nameless = describeStatus(aReceipt({ status: 'paid', brandName: '', payment: all }))
    expect(nameless.text).toBe('Thank you. Your payment to the shop is complete.')
    expect(
      describeStatus(aReceipt({ brandName: '', payment: { options: [], isOver: true } })).text,
    ).toContain('start again at the shop.')
  })
})
