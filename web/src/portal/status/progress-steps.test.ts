import { describe, expect, test } from 'vitest'
import { aReceipt } from '../../../test/fixtures/receipt.js'
import { notchesOf } from './progress-steps.js'

const all = { paidUsd: 110.05, dueUsd: 0, options: [] }
const cut = (receipt: Parameters<typeof notchesOf>[0]) =>
  notchesOf(receipt).filter(({ isCut }) => isCut)
const labels = (receipt: Parameters<typeof notchesOf>[0]) =>
  notchesOf(receipt).map(({ label }) => label)

describe('notchesOf', () => {
  test('default: nothing is cut before there is money', () => {
    expect(cut(aReceipt())).toEqual([])
    expect(labels(aReceipt())).toEqual(['Sent', 'Confirmed', 'Paid', 'Split'])
  })

  test.each([
    ['pending', { payment: { sent: { txHash: null, at: 1, isOurs: true } } }, 1],
    ['recipient_validated', { payment: all, confirmations: { have: 1, need: 3 } }, 1],
    ['recipient_validated', { payment: all, confirmations: { have: 3, need: 3 } }, 2],
    ['paid', { payment: all }, 3],
    ['completed', { payment: all }, 4],
    ['reconciled', { payment: all }, 4],
  ] as const)('default: %s has %j cut %i', (status, changes, count) => {
    expect(
      cut(aReceipt({ ...changes, payment: { ...changes.payment } as never, status })),
    ).toHaveLength(count)
  })

  test('behavior: confirmations are counted, and are all there once it is paid', () => {
    const confirmations = { have: 1, need: 3 }
    const payment = { ...all, options: [] }
    const counting = aReceipt({ status: 'recipient_validated', confirmations, payment })
    expect(labels(counting)[1]).toBe('Confirmed 1 of 3')
    expect(labels({ ...counting, status: 'paid' })[1]).toBe('Confirmed 3 of 3')
  })
})
