import { describe, expect, test } from 'vitest'
import { aReceipt } from '../../../test/fixtures/receipt.js'
import { en } from '../../core/texts/en.js'
import { listProgressSteps } from './progress-steps.js'

const all = { paidUsd: 110.05, dueUsd: 0, options: [] }
const done = (receipt: Parameters<typeof listProgressSteps>[0]) =>
  listProgressSteps(receipt, en).filter(({ isDone }) => isDone)
const labels = (receipt: Parameters<typeof listProgressSteps>[0]) =>
  listProgressSteps(receipt, en).map(({ label }) => label)

describe('listProgressSteps', () => {
  test('default: no step is done before a payment', () => {
    expect(done(aReceipt())).toEqual([])
    expect(labels(aReceipt())).toEqual(['Sent', 'Confirmed', 'Paid'])
  })

  test.each([
    ['pending', { payment: { sent: { txHash: null, at: 1, isOurs: true } } }, 1],
    ['recipient_validated', { payment: all, confirmations: { have: 1, need: 3 } }, 1],
    ['recipient_validated', { payment: all, confirmations: { have: 3, need: 3 } }, 2],
    ['paid', { payment: all }, 3],
    ['completed', { payment: all }, 3],
    ['reconciled', { payment: all }, 3],
  ] as const)('default: %s with %j has %i steps done', (status, changes, count) => {
    expect(
      done(aReceipt({ ...changes, payment: { ...changes.payment } as never, status })),
    ).toHaveLength(count)
  })

  test('behavior: counts confirmations until there are enough', () => {
    const confirmations = { have: 1, need: 3 }
    const payment = { ...all, options: [] }
    const counting = aReceipt({ status: 'recipient_validated', confirmations, payment })
    expect(labels(counting)[1]).toBe('Confirmed 1 of 3')
    expect(labels({ ...counting, status: 'paid' })[1]).toBe('Confirmed')
  })
})
