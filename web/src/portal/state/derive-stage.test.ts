import type { PortalReceipt } from '@tallystick/sdk'
import { describe, expect, test } from 'vitest'
import { aReceipt } from '../../../test/fixtures/receipt.js'
import { canPay, canPayAgain, stageOf } from './derive-stage.js'

const sent = { txHash: `0x${'a'.repeat(64)}`, at: 1, isOurs: false }
const some = { paidUsd: 40, dueUsd: 70.05 }
const all = { paidUsd: 110.05, dueUsd: 0, options: [] }

describe('stageOf', () => {
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
    expect(stageOf(aReceipt({ status, payment: payment as PortalReceipt['payment'] }))).toBe(stage)
  })
})

describe('stageOf an expired receipt', () => {
  test('default', () => {
    expect(stageOf(aReceipt({ payment: { options: [], isOver: true } }))).toBe('over')
    expect(stageOf(aReceipt({ expiresAt: 5, payment: { options: [] } }))).toBe('unavailable')
  })
})

describe('canPayAgain', () => {
  test('default: what somebody announced may not exist', () => {
    expect(canPayAgain(aReceipt({ payment: { sent } }))).toBe(true)
    expect(canPayAgain(aReceipt())).toBe(false)
  })

  test('behavior: what is ours to send cannot be called back', () => {
    expect(canPayAgain(aReceipt({ payment: { sent: { ...sent, isOurs: true } } }))).toBe(false)
  })
})

describe('canPay', () => {
  test.each([
    ['open', {}, true],
    ['a second payment while one is on its way', { payment: { sent } }, false],
    ['the rest', { payment: some }, true],
    ['what came wrong', { status: 'tx_mismatch' }, true],
    ['what is paid', { status: 'paid', payment: all }, false],
    ['what is over', { payment: { options: [] } }, false],
  ] as const)('default: %s', (_name, changes, expected) => {
    expect(canPay(aReceipt(changes as Partial<PortalReceipt>))).toBe(expected)
  })
})
