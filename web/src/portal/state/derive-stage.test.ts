import type { PortalReceipt } from '@tallystick/sdk'
import { describe, expect, test } from 'vitest'
import { aReceipt } from '../../../test/fixtures/receipt.js'
import { canPay, canPayAgain, deriveStage } from './derive-stage.js'

const sent = { txHash: `0x${'a'.repeat(64)}`, at: 1, isOurs: false }
const partlyPaid = { paidUsd: 40, dueUsd: 70.05 }
const soldOutOptions = { soldOut: ['Tea'], options: [] }
const all = { paidUsd: 110.05, dueUsd: 0, options: [] }

describe('deriveStage', () => {
  test('behavior: a failure stays until the next attempt starts', () => {
    const failure = { code: 'X', category: 'system', reason: 'Reason.', action: 'Action.' }
    expect(deriveStage(aReceipt({ status: 'link_opened', failure }))).toBe('failed')
    const paidReceipt = aReceipt({ status: 'link_opened', failure, payment: partlyPaid })
    expect(deriveStage(paidReceipt)).toBe('part_paid')
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
    ['generated', { options: [], isClosed: true }, 'closed'],
    ['failed', { options: [], isClosed: true, isOver: true }, 'expired'],
    ['pending', { ...partlyPaid, options: [], isClosed: true }, 'closed'],
    ['pending', { sent, options: [], isClosed: true }, 'sent'],
    ['pending', { ...all, isClosed: true }, 'confirming'],
    ['pending', { options: [], isBlocked: true }, 'failed'],
    ['pending', { ...partlyPaid, options: [], isBlocked: true }, 'failed'],
    ['pending', { sent, options: [], isBlocked: true }, 'sent'],
    ['generated', soldOutOptions, 'sold_out'],
    ['failed', soldOutOptions, 'sold_out'],
    ['pending', { ...partlyPaid, ...soldOutOptions }, 'sold_out'],
    ['tx_mismatch', soldOutOptions, 'sold_out'],
    ['pending', { sent, ...soldOutOptions }, 'sent'],
    ['pending', all, 'confirming'],
    ['tx_mismatch', { sent }, 'sent'],
    ['tx_mismatch', partlyPaid, 'part_paid'],
    ['tx_mismatch', all, 'confirming'],
    ['pending', partlyPaid, 'part_paid'],
    ['tx_mined', partlyPaid, 'part_paid'],
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

describe('deriveStage of a card payment', () => {
  const card = { provider: 'stripe', status: 'processing', session: null } as const
  test.each([
    [{}, 'card_charged'],
    [partlyPaid, 'card_charged'],
    [{ sent }, 'sent'],
    [all, 'card_charged'],
  ] as const)('default: %j is %s', (payment, stage) => {
    expect(deriveStage(aReceipt({ status: 'pending', card, payment }))).toBe(stage)
    expect(canPay(aReceipt({ status: 'pending', card, payment }))).toBe(false)
  })

  test('behavior: a receipt that is paid is not processed', () => {
    expect(deriveStage(aReceipt({ status: 'paid', card, payment: all }))).toBe('paid')
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
    ['the rest of a partial payment', { payment: partlyPaid }, true],
    ['after a mismatched transaction', { status: 'tx_mismatch' }, true],
    ['a paid receipt', { status: 'paid', payment: all }, false],
    ['an expired receipt', { payment: { options: [] } }, false],
    ['a sold-out receipt', { payment: soldOutOptions }, false],
  ] as const)('default: %s', (_name, changes, expected) => {
    expect(canPay(aReceipt(changes as Partial<PortalReceipt>))).toBe(expected)
  })
})
