import { describe, expect, test } from 'vitest'
import { receiptStatuses } from '../../../lib/receipt-statuses.js'
import { afterPayment, returnUrlOf } from './after-payment.js'

const live = { mode: 'live', onSuccessSnippets: 'on' } as const
const paid = { status: 'paid', onSuccess: null, returnUrl: null, redirectUrl: null } as const

describe('afterPayment', () => {
  test('default: returns a URL', () => {
    const onSuccess = 'https://shop.test/download?key=1'
    expect(afterPayment({ ...paid, onSuccess }, live)).toEqual({ kind: 'url', url: onSuccess })
  })

  test('default: returns the origins of a script', () => {
    const onSuccess = `location.href = "https://a.test/x?y=1"; open('https://b.test')`
    const more = { returnUrl: 'https://shop.test/', redirectUrl: 'https://a.test/other' }
    expect(afterPayment({ ...paid, onSuccess, ...more }, live)).toEqual({
      kind: 'script',
      origins: ['https://shop.test', 'https://a.test', 'https://b.test'],
    })
  })

  test.each(receiptStatuses)('behavior: %s', (status) => {
    const isShown = ['paid', 'completed', 'reconciled'].includes(status)
    const redirect = afterPayment({ ...paid, status, onSuccess: 'https://shop.test/' }, live)
    expect(redirect !== null).toBe(isShown)
  })

  test('behavior: configuration disables scripts but not URLs', () => {
    const off = { ...live, onSuccessSnippets: 'off' } as const
    expect(afterPayment({ ...paid, onSuccess: 'go()' }, off)).toBeNull()
    expect(afterPayment({ ...paid, onSuccess: 'https://shop.test/' }, off)).not.toBeNull()
  })

  test('behavior: accepts an http URL only in sandbox mode', () => {
    const plain = { ...paid, onSuccess: 'http://shop.test/' }
    expect(afterPayment(plain, { ...live, mode: 'sandbox' })).toMatchObject({ kind: 'url' })
    expect(afterPayment(plain, live)).toMatchObject({ kind: 'script' })
  })

  test('behavior: returns null without an action', () => {
    expect(afterPayment(paid, live)).toBeNull()
  })
})

describe('returnUrlOf', () => {
  const returnUrl = 'https://shop.test:8443/orders/7?key=1#top'

  test.each(receiptStatuses)('default: %s', (status) => {
    const paidIn = ['paid', 'completed', 'reconciled', 'refund_requested', 'refunded']
    const shown = paidIn.includes(status) ? returnUrl : 'https://shop.test:8443'
    expect(returnUrlOf({ status, returnUrl })).toBe(shown)
  })

  test('behavior: null without a return URL', () => {
    expect(returnUrlOf({ status: 'pending', returnUrl: null })).toBeNull()
  })
})
