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
    const detected = { options: [], hasPayment: true }
    expect(describeStatus(aReceipt({ payment: detected }))).toMatchObject({ word: 'Checking' })
    expect(describeStatus(aReceipt({ payment: { ...detected, isOver: true } })).text).toBe(
      'This receipt has expired. We detected a payment and are checking it. If this does not change in a few minutes, contact Tea & Co.',
    )
    expect(describeStatus(aReceipt({ payment: { ...detected, soldOut: ['Tea'] } })).text).toContain(
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

  test.each([
    ['open', aReceipt()],
    ['failed', aReceipt({ status: 'failed' })],
  ])('behavior: a failed attempt on this page is the status of the stage %s', (_, receipt) => {
    const notice = { text: 'You declined the request in your wallet.', code: null }
    expect(describeIn(receipt, english, notice)).toEqual({
      tone: 'warn',
      word: 'Not paid yet',
      text: 'You declined the request in your wallet.',
    })
    expect(describeIn(receipt, english, { ...notice, isUncharged: true }).text).toBe(
      'You declined the request in your wallet. Nothing was charged.',
    )
  })

  test('behavior: a notice does not hide money that was received', () => {
    const notice = { text: 'Notice.', code: null, isUncharged: true } as const
    const part = aReceipt({ status: 'pending', payment: { paidUsd: 40, dueUsd: 70.05 } })
    expect(describeIn(part, english, notice).word).toBe('Partly paid')
    const detectedReceipt = aReceipt({ payment: { hasPayment: true } })
    expect(describeIn(detectedReceipt, english, notice).text).toBe('Notice.')
  })

  test('behavior: an attempt with an unknown result is not called unpaid', () => {
    const notice = { text: 'Check your wallet.', code: null, isUnknown: true } as const
    expect(describeIn(aReceipt(), english, notice)).toMatchObject({ word: 'Not confirmed' })
  })

  test('behavior: a card payment has its own words', () => {
    const failure = { code: 'X', category: 'card_decline', reason: '', action: 'Use another card.' }
    const card = { provider: 'stripe', session: null } as const
    const failed = { ...failure, category: 'compliance', action: 'Have your photo ID ready.' }
    expect(
      describeStatus(
        aReceipt({ status: 'failed', failure, card: { ...card, status: 'declined' } }),
      ),
    ).toEqual({
      tone: 'bad',
      word: 'Card declined',
      text: 'Use another card. Nothing was charged.',
    })
    expect(
      describeStatus(aReceipt({ failure: failed, card: { ...card, status: 'needs_documents' } })),
    ).toEqual({
      tone: 'warn',
      word: 'Documents needed',
      text: 'Have your photo ID ready. Nothing was charged.',
    })
    expect(
      describeStatus(aReceipt({ failure: failed, card: { ...card, status: 'declined' } })).word,
    ).toBe('Not paid yet')
    expect(describeStatus(aReceipt({ card: { ...card, status: 'processing' } }))).toMatchObject({
      word: 'Processing',
      text: expect.stringContaining('Please do not pay again.'),
    })
  })

  test.each([
    ['PORTAL_LIMIT_EXCEEDED', 'limits', true],
    ['PORTAL_KYC_UNDERAGE', 'compliance', true],
    ['PORTAL_CHAIN_USER_REJECTED', 'blockchain', false],
    ['PORTAL_CHAIN_TX_REVERTED', 'blockchain', false],
    ['PORTAL_SESSION_ABANDONED', 'session', false],
    ['PORTAL_SYSTEM_TIMEOUT', 'system', false],
  ])('behavior: %s says that nothing was charged only after a card', (code, category, is) => {
    const failure = { code, category, reason: '', action: 'Action.' }
    const { word, text } = describeStatus(aReceipt({ failure }))
    expect(word).toBe('Not paid yet')
    expect(text).toBe(is ? 'Action. Nothing was charged.' : 'Action.')
    const partly = aReceipt({ status: 'failed', failure, payment: { hasPayment: true } })
    expect(describeStatus(partly).text).toBe('Action.')
  })

  test('behavior: a blocked receipt asks for no money', () => {
    const payment = { isBlocked: true, options: [] }
    expect(describeStatus(aReceipt({ payment }))).toEqual({
      tone: 'warn',
      word: 'Not paid yet',
      text: 'We cannot process this payment. Please do not send money.',
    })
  })

  test('behavior: a closed shop takes no payment', () => {
    const closed = { isClosed: true, options: [] }
    expect(describeStatus(aReceipt({ payment: closed }))).toEqual({
      tone: 'warn',
      word: 'Closed',
      text: 'Tea & Co is not taking payments right now. Nothing was charged. Please do not send money.',
    })
    const part = { ...closed, paidUsd: 40, paid: 40, dueUsd: 70.05 }
    expect(describeStatus(aReceipt({ status: 'pending', payment: part })).text).toBe(
      'Tea & Co is not taking payments right now. Please do not send more. You paid $40.00. Ask Tea & Co about it.',
    )
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
      'Tea & Co recorded a refund of $110.05 and pays it to you outside this page. If you have not received it, ask Tea & Co.',
    )
  })

  test('behavior: a partial refund says how it is paid, and what remains paid', () => {
    const refund = { usd: 5, amount: 5, txHash: null, confirmed: false, createdAt: 5 }
    const onChain = { ...refund, txHash: '0xa1' }
    const textOf = (refunds: (typeof refund | typeof onChain)[], paidUsd = 110.05) => {
      const refunded = refunds.length * 5
      const payment = { ...all, paidUsd }
      const fields = { status: 'completed', refundedUsd: refunded, refunds, payment } as const
      const transactionHash = paidUsd > 0 ? '0xb2' : null
      return describeStatus(aReceipt({ ...fields, transactionHash })).text
    }
    const thanks = 'Thank you. Your payment to Tea & Co is complete.'
    const recorded =
      'Tea & Co recorded a refund of $5.00 and pays it to you outside this page. If you have not received it, ask Tea & Co.'
    expect(textOf([refund])).toBe(`${thanks} ${recorded} $105.05 remains paid.`)
    expect(textOf([{ ...onChain, confirmed: true }])).toBe(
      `${thanks} $5.00 was refunded to you. $105.05 remains paid.`,
    )
    expect(textOf([onChain])).toBe(
      `${thanks} Tea & Co recorded a refund of $5.00. Its transaction is not confirmed yet. $105.05 remains paid.`,
    )
    expect(textOf([{ ...onChain, confirmed: true }, refund])).toBe(
      `${thanks} $5.00 was refunded to you. ${recorded} $100.05 remains paid.`,
    )
    // The excess of an overpayment was refunded.
    expect(textOf([refund], 115.05)).toContain('$110.05 remains paid.')
    // The merchant recorded the payment.
    expect(textOf([refund], 0)).toContain('$105.05 remains paid.')
  })

  test('behavior: a refund on chain is not called paid outside this page', () => {
    const refund = { usd: 110.05, amount: 110.05, txHash: '0xa1', confirmed: false, createdAt: 5 }
    const fields = { status: 'refunded' as const, refundedUsd: 110.05, refunds: [refund] }
    expect(describeStatus(aReceipt({ ...fields, payment: all }))).toEqual({
      tone: 'wait',
      word: 'Refund recorded',
      text: 'Tea & Co recorded a refund of $110.05. Its transaction is not confirmed yet.',
    })
  })

  test.each([
    ['refund_requested', 'Refund requested'],
    ['refunded', 'Refund recorded'],
    ['completed', 'Paid'],
    ['tx_mined', 'Confirming'],
  ] as const)('default: %s is %s', (status, label) => {
    expect(describeStatus(aReceipt({ status, payment: all })).word).toBe(label)
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
