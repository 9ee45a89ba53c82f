import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { testNow } from '../../../../test/harness.js'
import { receiptStatuses } from '../../../lib/receipt-statuses.js'
import { sampleStatusChange, statusBefore } from './sample-status-change.js'
import { actors, decideTransition } from './transitions.js'

const sample = (status: (typeof receiptStatuses)[number]) =>
  sampleStatusChange(
    { merchant: aWallet(), receiptId: 'test-1', status, at: testNow },
    { brandKey: 'brand' },
  )

describe('sampleStatusChange', () => {
  test('default', () => {
    expect(sample('completed')).toMatchObject({
      receiptId: 'test-1',
      status: 'completed',
      previousStatus: 'paid',
      failureCode: null,
      transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      buyerWallet: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
      totalUsd: 12.5,
      token: 'USDC',
      timestamp: testNow,
      brandKey: 'brand',
    })
  })

  test('behavior: a failure has a reason and no payment', () => {
    const body = sample('failed')
    expect(body).toMatchObject({
      failureCode: 'PORTAL_CHAIN_TX_REVERTED',
      failureCategory: 'blockchain',
      failureReason: expect.stringMatching(/./),
    })
    expect(body).not.toHaveProperty('transactionHash')
  })

  test('behavior: an unpaid status has no transaction and no buyer', () => {
    expect(sample('link_opened')).toMatchObject({ transactionHash: null, buyerWallet: null })
  })

  test.each(receiptStatuses)('behavior: %s can follow its previous status', (to) => {
    const from = statusBefore[to]
    const decisions = actors.map((actor) => decideTransition({ from, to, actor, kind: 'order' }))
    expect(decisions).toContainEqual({ kind: 'move' })
  })
})
