import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { testNow } from '../../../../test/harness.js'
import { writeStatusBody } from '../../events/write-status-body.js'
import { receiptStatuses } from '../../receipts/status/statuses.js'
import { actors, decideTransition } from '../../receipts/status/transitions.js'
import { sampleChange, statusBefore } from './sample-change.js'

const sample = (status: (typeof receiptStatuses)[number]) =>
  sampleChange(
    { merchant: aWallet(), receiptId: 'test-1', status, at: testNow },
    { brandKey: 'brand' },
  )

describe('sampleChange', () => {
  test('default', () => {
    expect(JSON.parse(writeStatusBody(sample('completed'), { test: true }))).toMatchObject({
      event: 'receipt.status_updated',
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
      test: true,
    })
  })

  test('behavior: a failure says why and has no payment', () => {
    const body = JSON.parse(writeStatusBody(sample('failed')))
    expect(body).toMatchObject({
      failureCode: 'PORTAL_CHAIN_TX_REVERTED',
      failureCategory: 'blockchain',
      failureReason: expect.stringMatching(/./),
    })
    expect(body).not.toHaveProperty('transactionHash')
  })

  test('behavior: before there is money nobody has sent any', () => {
    expect(sample('link_opened').news).toMatchObject({ transactionHash: null, buyerWallet: null })
  })

  test.each(receiptStatuses)('behavior: %s can follow what was before', (to) => {
    const from = statusBefore[to]
    const decisions = actors.map((actor) => decideTransition({ from, to, actor, kind: 'order' }))
    expect(decisions).toContainEqual({ kind: 'move' })
  })
})
