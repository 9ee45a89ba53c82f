import { describe, expect, test } from 'vitest'
import { type ReceiptStatus, receiptStatuses } from '../../../lib/receipt-statuses.js'
import { type PaymentStatus, paymentStatuses, projectStatus } from './project-status.js'

describe('projectStatus', () => {
  test.each<[ReceiptStatus, PaymentStatus]>([
    ['generated', 'generated'],
    ['link_opened', 'generated'],
    ['buyer_logged_in', 'generated'],
    ['checkout_initialized', 'pending'],
    ['pending', 'pending'],
    ['checkout_success', 'pending'],
    ['tx_mined', 'tx_mined'],
    ['recipient_validated', 'recipient_validated'],
    ['tx_mismatch', 'tx_mismatch'],
    ['paid', 'recipient_validated'],
    ['completed', 'completed'],
    ['reconciled', 'completed'],
    ['failed', 'failed'],
    ['refund_requested', 'completed'],
    ['refunded', 'refunded'],
  ])('default: maps %s to %s', (status, projected) => {
    expect(projectStatus(status, 'order')).toBe(projected)
    expect(projectStatus(status, 'terminal')).toBe(projected)
  })

  test('behavior: only an opened direct receipt differs, as pending', () => {
    const differing = receiptStatuses.filter(
      (status) => projectStatus(status, 'direct') !== projectStatus(status, 'order'),
    )
    expect(differing).toEqual(['link_opened', 'buyer_logged_in'])
    expect(differing.map((status) => projectStatus(status, 'direct'))).toEqual([
      'pending',
      'pending',
    ])
  })

  test('behavior: maps a payment status to itself', () => {
    for (const status of paymentStatuses) expect(projectStatus(status, 'order')).toBe(status)
  })

  test('error: throws for an unknown status', () => {
    expect(() => projectStatus('expired' as ReceiptStatus, 'order')).toThrow('Unexpected value')
  })
})
