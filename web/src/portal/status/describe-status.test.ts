import { describe, expect, test } from 'vitest'
import { aReceipt } from '../../../test/fixtures/receipt.js'
import { describeStatus } from './describe-status.js'

const all = { paidUsd: 110.05, dueUsd: 0, options: [] }

describe('describeStatus', () => {
  test('default', () => {
    expect(describeStatus(aReceipt())).toMatchObject({ tone: 'wait', word: 'Waiting for payment' })
  })

  test('behavior: a partial payment shows the received and the remaining amount', () => {
    const { text } = describeStatus(
      aReceipt({ status: 'pending', payment: { paidUsd: 40, dueUsd: 70.05 } }),
    )
    expect(text).toBe('We have received 40.00 USD of 110.05 USD. 70.05 USD still due.')
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
    expect(paid(112.05)).toContain('You overpaid by 2.00 USD.')
    expect(paid(110.15)).toContain('You overpaid by 0.10 USD.')
    expect(paid(115.449847)).toContain('You overpaid by 5.39 USD.')
    expect(paid(110.055)).toBe('Tea & Co received your payment. Thank you.')
  })

  test('behavior: a refund without on-chain confirmation names the merchant as the source', () => {
    const refund = { usd: 110.05, txHash: null, confirmed: false, createdAt: 5 }
    const refunded = (confirmed: boolean) =>
      describeStatus(
        aReceipt({
          status: 'refunded',
          refundedUsd: 110.05,
          refunds: [{ ...refund, confirmed }],
          payment: all,
        }),
      ).text
    expect(refunded(true)).toBe('110.05 USD was refunded to you.')
    expect(refunded(false)).toBe('Tea & Co marked 110.05 USD as refunded.')
  })

  test.each([
    ['refund_requested', 'Refund requested'],
    ['refunded', 'Refunded'],
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
      'Payment detected. A payment of this size takes a few minutes to become final. You can close this page.',
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
      'Please do not send more. Tea & Co received 40.00 USD from you and can refund it.',
    )
  })

  test('default: a mismatched transaction', () => {
    expect(describeStatus(aReceipt({ status: 'tx_mismatch' })).word).toBe('Needs attention')
  })

  test('behavior: calls a shop without a name the shop', () => {
    const nameless = describeStatus(aReceipt({ status: 'paid', brandName: '', payment: all }))
    expect(nameless.text).toBe('The shop received your payment. Thank you.')
    expect(
      describeStatus(aReceipt({ brandName: '', payment: { options: [], isOver: true } })).text,
    ).toContain('Ask the shop')
  })
})
