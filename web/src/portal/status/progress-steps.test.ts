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

  test('behavior: counts confirmations, if there are any', () => {
    const counted = (status: 'recipient_validated' | 'paid', have: number) => {
      const receipt = aReceipt({ status, confirmations: { have, need: 3 }, payment: all })
      return listProgressSteps(receipt, en).map(({ detail }) => detail)
    }
    expect(counted('recipient_validated', 1)).toEqual([undefined, '1 of 3', undefined])
    expect(counted('paid', 3)).toEqual([undefined, '3 of 3', undefined])
    expect(counted('paid', 0)).toEqual([undefined, undefined, undefined])
  })
})
