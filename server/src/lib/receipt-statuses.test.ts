import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ReceiptStatus, readStatus, receiptStatuses, statusFacts } from './receipt-statuses.js'

const posted =
  'link_opened buyer_logged_in checkout_initialized checkout_success paid reconciled failed refund_requested refunded'
const reported =
  'generated pending completed failed refunded tx_mined recipient_validated tx_mismatch'

type Fact = 'isTracking' | 'isSettled' | 'isPaid' | 'isFinal'

const withFact = (fact: Fact): ReceiptStatus[] =>
  receiptStatuses.filter((status) => statusFacts[status][fact]).toSorted()

describe('receiptStatuses', () => {
  test('default', () => {
    const union = new Set([...posted.split(' '), ...reported.split(' ')])
    expect(receiptStatuses.toSorted()).toEqual([...union].toSorted())
  })
})

describe('statusFacts', () => {
  test.each<[Fact, string]>([
    ['isTracking', 'link_opened buyer_logged_in checkout_initialized'],
    [
      'isSettled',
      'tx_mined recipient_validated tx_mismatch paid completed reconciled refund_requested refunded',
    ],
    ['isPaid', 'paid completed reconciled refund_requested'],
    ['isFinal', 'refunded'],
  ])('default: %s', (fact, statuses) => {
    expect(withFact(fact)).toEqual(statuses.split(' ').toSorted())
  })

  test('behavior: each meaning is one or two sentences, and no two are the same', () => {
    const meanings = receiptStatuses.map((status) => statusFacts[status].meaning)
    for (const meaning of meanings) expect(meaning).toMatch(/^[A-Z][^.|\n]*\.( [A-Z][^.|\n]*\.)?$/)
    expect(new Set(meanings).size).toBe(receiptStatuses.length)
  })
})

describe('readStatus', () => {
  test('default', () => {
    for (const status of receiptStatuses) expect(readStatus(status)).toBe(status)
  })

  test.each([[''], ['Paid'], [' paid'], ['paid\n'], ['expired'], ['refund_partial'], ['toString']])(
    'error: returns null for %j',
    (text) => {
      expect(readStatus(text)).toBeNull()
    },
  )

  test('behavior: finds exactly the listed statuses', () => {
    const near = fc
      .tuple(fc.constantFrom(...receiptStatuses), fc.string({ maxLength: 2 }))
      .map(([status, tail]) => status + tail)
    fc.assert(
      fc.property(fc.oneof(fc.string(), near), (text) => {
        const isKnown = `${posted} ${reported}`.split(' ').includes(text)
        expect(readStatus(text)).toBe(isKnown ? text : null)
      }),
      { numRuns: 300 },
    )
  })
})
