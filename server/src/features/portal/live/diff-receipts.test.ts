import { describe, expect, test } from 'vitest'
import { aPaidReceipt, aPortalReceipt } from '../../../../test/fixtures/portal-receipt.js'
import { diffReceipts } from './diff-receipts.js'

describe('diffReceipts', () => {
  test('default: returns what changed, and of the payment only its changed fields', () => {
    const changed = diffReceipts(aPortalReceipt(), aPaidReceipt())
    expect(Object.keys(changed).toSorted()).toEqual([
      'confirmations',
      'paidAt',
      'payment',
      'paymentStatus',
      'status',
      'transactionHash',
    ])
    const payment = { dueUsd: 0, due: 0, paidUsd: 110.05, paid: 110.05, options: [] }
    expect(changed['payment']).toEqual(payment)
  })

  test('behavior: a field that is gone is null', () => {
    const degraded = { ...aPortalReceipt(), degraded: true as const }
    expect(diffReceipts(degraded, aPortalReceipt())).toEqual({ degraded: null })
  })

  test('behavior: equal receipts have no changes', () => {
    expect(diffReceipts(aPortalReceipt(), aPortalReceipt())).toEqual({})
  })
})
