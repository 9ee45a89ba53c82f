import { describe, expect, test } from 'vitest'
import { aReceipt } from '../../../test/fixtures/receipt.js'
import { wordsOf } from './describe-status.js'

const all = { paidUsd: 110.05, dueUsd: 0, options: [] }

describe('wordsOf', () => {
  test('default', () => {
    expect(wordsOf(aReceipt())).toMatchObject({ tone: 'wait', word: 'Waiting for payment' })
  })

  test('behavior: a part says what came and what is still due', () => {
    const { text } = wordsOf(
      aReceipt({ status: 'pending', payment: { paidUsd: 40, dueUsd: 70.05 } }),
    )
    expect(text).toBe('We have received 40.00 USD of 110.05 USD. 70.05 USD still due.')
  })

  test('behavior: a failure is told in the words for buyers', () => {
    const failure = {
      code: 'X',
      category: 'system',
      reason: 'For the merchant.',
      action: 'For the buyer.',
    }
    expect(wordsOf(aReceipt({ status: 'failed', failure }))).toEqual({
      ...{ tone: 'warn', word: 'Not paid yet', text: 'For the buyer.' },
    })
  })

  test('behavior: too much is noted, a rounding is not', () => {
    const paid = (paidUsd: number) =>
      wordsOf(aReceipt({ status: 'paid', payment: { ...all, paidUsd } })).text
    expect(paid(112.05)).toContain('2.00 USD more than was due')
    expect(paid(110.15)).toContain('0.10 USD more than was due')
    expect(paid(115.449847)).toContain('5.39 USD more than was due')
    expect(paid(110.055)).toBe('Tea & Co has your payment. Thank you.')
  })

  test('behavior: a refund is believed when the chain was seen to have it', () => {
    const refund = { usd: 110.05, txHash: null, confirmed: false, createdAt: 5 }
    const refunded = (confirmed: boolean) =>
      wordsOf(
        aReceipt({
          status: 'refunded',
          refundedUsd: 110.05,
          refunds: [{ ...refund, confirmed }],
          payment: all,
        }),
      ).text
    expect(refunded(true)).toBe('110.05 USD went back to you.')
    expect(refunded(false)).toBe('Tea & Co says that 110.05 USD went back to you.')
  })

  test.each([
    ['refund_requested', 'Refund asked for'],
    ['refunded', 'Refunded'],
    ['completed', 'Paid'],
    ['tx_mined', 'Confirming'],
  ] as const)('default: %s is %s', (status, word) => {
    expect(wordsOf(aReceipt({ status, payment: all })).word).toBe(word)
  })

  test('default: what does not count', () => {
    expect(wordsOf(aReceipt({ status: 'tx_mismatch' })).word).toBe('Needs a look')
  })

  test('behavior: a shop without a name is the shop', () => {
    const nameless = wordsOf(aReceipt({ status: 'paid', brandName: '', payment: all }))
    expect(nameless.text).toBe('The shop has your payment. Thank you.')
    expect(
      wordsOf(aReceipt({ brandName: '', payment: { options: [], isOver: true } })).text,
    ).toContain('Ask the shop')
  })
})
