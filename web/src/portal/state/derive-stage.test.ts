import type { PortalReceipt } from '@tallystick/sdk'
import { describe, expect, test } from 'vitest'
import { aReceipt } from '../../../test/fixtures/receipt.js'
import { canPay, canPayAgain, deriveStage } from './derive-stage.js'

const sent = { txHash: `0x${'a'.repeat(64)}`, at: 1, isOurs: false }
const some = { paidUsd: 40, dueUsd: 70.05 }
const gone = { soldOut: ['Tea'], options: [] }
const all = { paidUsd: 110.05, dueUsd: 0, options: [] }

describe('deriveStage', () => {
  test('behavior: a failure stays until the next attempt starts', () => {
    const failure = { code: 'X', category: 'system', reason: 'Reason.', action: 'Action.' }
    expect(deriveStage(aReceipt({ status: 'link_opened', failure }))).toBe('failed')
    const paid = aReceipt({ status: 'link_opened', failure, payment: some })
    expect(deriveStage(paid)).toBe('part_paid')
  })

  test.each([
    ['generated', {}, 'open'],
    ['link_opened', {}, 'open'],
    ['buyer_logged_in', {}, 'open'],
    ['checkout_initialized', {}, 'open'],
    ['pending', {}, 'open'],
    ['checkout_success', {}, 'open'],
    ['pending', { sent }, 'sent'],
    ['failed', { sent }, 'sent'],
    ['failed', {}, 'failed'],
    ['failed', { options: [] }, 'unavailable'],
    ['generated', { options: [], isAutomatic: true }, 'automatic'],
    ['failed', { options: [], isAutomatic: true }, 'automatic'],
    ['generated', gone, 'sold_out'],
    ['failed', gone, 'sold_out'],
    ['pending', { ...some, ...gone }, 'sold_out'],
    ['tx_mismatch', gone, 'sold_out'],
    ['pending', { sent, ...gone }, 'sent'],
    ['pending', all, 'confirming'],
    ['tx_mismatch', { sent }, 'sent'],
    ['tx_mismatch', some, 'part_paid'],
    ['tx_mismatch', all, 'confirming'],
    ['pending', some, 'part_paid'],
    ['tx_mined', some, 'part_paid'],
    ['tx_mined', all, 'confirming'],
    ['recipient_validated', all, 'confirming'],
    ['tx_mismatch', {}, 'mismatch'],
    ['paid', all, 'paid'],
    ['completed', all, 'paid'],
    ['reconciled', all, 'paid'],
    ['refund_requested', all, 'refund_requested'],
    ['refunded', all, 'refunded'],
  ] as const)('default: %s with %j is %s', (status, payment, stage) => {
    expect(deriveStage(aReceipt({ status, payment: payment as PortalReceipt['payment'] }))).toBe(
      stage,
    )
  })
})

describe('deriveStage of an expired receipt', () => {
  test('default', () => {
    expect(deriveStage(aReceipt({ payment: { options: [], isOver: true } }))).toBe('expired')
    expect(deriveStage(aReceipt({ expiresAt: 5, payment: { options: [] } }))).toBe('unavailable')
  })
})

describe('canPayAgain', () => {
  test('default: an announced transaction may not exist', () => {
    expect(canPayAgain(aReceipt({ payment: { sent } }))).toBe(true)
    expect(canPayAgain(aReceipt())).toBe(false)
  })

  test('behavior: a payment that the service sends cannot be repeated', () => {
    expect(canPayAgain(aReceipt({ payment: { sent: { ...sent, isOurs: true } } }))).toBe(false)
  })
})

describe('canPay', () => {
  test.each([
    ['an open receipt', {}, true],
    ['a second payment while one is on its way', { payment: { sent } }, false],
    ['the rest of a partial payment', { payment: some }, true],
    ['after a mismatched transaction', { status: 'tx_mismatch' }, true],
    ['a paid receipt', { status: 'paid', payment: all }, false],
    ['an expired receipt', { payment: { options: [] } }, false],
    ['a sold-out receipt', { payment: gone }, false],
  ] as const)('default: %s', (_name, changes, expected) => {
    expect(canPay(aReceipt(changes as Partial<PortalReceipt>))).toBe(expected)
  })
})
