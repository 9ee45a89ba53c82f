import { describe, expect, test } from 'vitest'
import { figuresOfDay } from './day-figures.js'
import {
  addReceipts,
  createReceiptLister,
  findNew,
  removeReceipts,
  replaceReceipts,
} from './merge-rows.js'
import { type Receipt, type ReceiptPage, standingOf, sumSold, totalOf } from './receipt.js'

/** A paid receipt of 10 dollars, unless the test says otherwise. */
function aReceipt(id: string, fields: Partial<Receipt> = {}): Receipt {
  const base = { receiptId: id, totalUsd: 10, currency: 'USD', status: 'paid', timeline: [] }
  return { ...base, createdAt: 100, updatedAt: 100, ...fields } as unknown as Receipt
}
const aPage = (...receipts: Receipt[]): ReceiptPage => ({ receipts, nextCursor: null })
const listReceipts = (pages: readonly ReceiptPage[]) => createReceiptLister()(pages)
const idsOf = (pages: readonly ReceiptPage[]) =>
  listReceipts(pages).map(({ receiptId }) => receiptId)

describe('createReceiptLister', () => {
  test('behavior: lists pages that were added, and everything after other changes', () => {
    const pages = [aPage(aReceipt('a')), aPage(aReceipt('b'), aReceipt('a')), aPage(aReceipt('c'))]
    const shorter = removeReceipts(pages, new Set(['a']))
    const list = createReceiptLister()
    const steps = [pages.slice(0, 1), pages, pages, shorter, pages.slice(0, 2), []]
    expect(steps.map((step) => list(step))).toEqual(steps.map(listReceipts))
    expect(idsOf(pages)).toEqual(['a', 'b', 'c'])
  })
})

describe('replaceReceipts', () => {
  const pages = [aPage(aReceipt('a'), aReceipt('b')), aPage(aReceipt('c'))]

  test('default: a newer version takes the place of the known one', () => {
    const merged = replaceReceipts(pages, [aReceipt('c', { status: 'refunded', updatedAt: 101 })])
    expect(idsOf(merged)).toEqual(['a', 'b', 'c'])
    expect(listReceipts(merged)[2]?.status).toBe('refunded')
    // Pages without a change are not rendered again.
    expect(merged[0]).toBe(pages[0])
  })

  test('behavior: older versions and unknown receipts change nothing', () => {
    const older = aReceipt('a', { status: 'pending', updatedAt: 99 })
    expect(replaceReceipts(pages, [older, aReceipt('x'), aReceipt('b')])).toBe(pages)
  })
})

describe('findNew', () => {
  test('default: receipts above the first of the list', () => {
    const listed = [aReceipt('b', { createdAt: 200 }), aReceipt('a')]
    const latest = [
      aReceipt('d', { createdAt: 300 }),
      aReceipt('c', { createdAt: 200 }),
      ...listed,
      // It matches the filters since a change, but stands further down.
      aReceipt('z', { createdAt: 50 }),
    ]
    expect(findNew(listed, latest).map(({ receiptId }) => receiptId)).toEqual(['d', 'c'])
  })

  test('behavior: shown early, a receipt comes once', () => {
    const pages = addReceipts([aPage(aReceipt('b')), aPage(aReceipt('a'))], [aReceipt('c')])
    expect(idsOf(pages)).toEqual(['c', 'b', 'a'])
    expect(idsOf([...pages, aPage(aReceipt('c'))])).toEqual(['c', 'b', 'a'])
    expect(idsOf(removeReceipts(pages, new Set(['b'])))).toEqual(['c', 'a'])
    expect(addReceipts([], [aReceipt('c')])).toEqual([])
  })
})

describe('figuresOfDay', () => {
  const today = [
    aReceipt('d', { total: 20, currency: 'EUR' }),
    aReceipt('c', { status: 'pending' }),
    aReceipt('b', { totalUsd: 0.1 }),
  ]
  const all = [...today, aReceipt('a', { totalUsd: 0.2, status: 'refunded' })]

  test('default: a day has the number of its receipts and the sum of its sales', () => {
    const sums = new Map([
      ['EUR', 2_000],
      ['USD', 10],
    ])
    expect(figuresOfDay(today, { all, isComplete: false })).toEqual({ count: 3, sums })
  })

  test('behavior: the last day has no figures while more may follow', () => {
    const yesterday = all.slice(3)
    expect(figuresOfDay(yesterday, { all, isComplete: false })).toBeNull()
    expect(figuresOfDay(yesterday, { all, isComplete: true })).toEqual({
      count: 1,
      sums: new Map([['USD', 20]]),
    })
  })
})

describe('standingOf', () => {
  const partly = [
    { status: 'partially_paid', at: 1, by: 'x', previousStatus: null, paidUsd: 4, dueUsd: 6 },
  ]
  test.each([
    ['waiting', { status: 'checkout_initialized' }],
    ['underpaid', { status: 'generated', timeline: partly }],
    ['confirming', { status: 'tx_mined' }],
    ['paid', { status: 'completed' }],
    ['part_refunded', { status: 'reconciled', refundStatus: 'partial' }],
    ['expired', { status: 'failed', failureCode: 'PORTAL_SESSION_EXPIRED' }],
    ['canceled', { status: 'failed', failureCode: 'PORTAL_SESSION_CANCELLED' }],
    ['failed', { status: 'failed', failureCode: 'PORTAL_PAY_EXPIRED_CARD' }],
  ] as const)('default: %s', (standing, fields) => {
    expect(standingOf(aReceipt('a', fields as Partial<Receipt>))).toBe(standing)
  })

  test('default: sums have no rounding error', () => {
    const many = Array.from({ length: 1_000 }, () => aReceipt('a', { totalUsd: 0.1 }))
    expect(sumSold(many)).toEqual(new Map([['USD', 10_000]]))
    expect(totalOf(aReceipt('a', { currency: 'EUR' }))).toEqual({ amount: 10, currency: 'USD' })
  })
})
