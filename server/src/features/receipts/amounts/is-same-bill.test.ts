import { describe, expect, test } from 'vitest'
import { aLine, aReceipt } from '../../../../test/fixtures/receipt.js'
import { cents } from '../../../lib/money.js'
import { unixMs } from '../../../lib/time.js'
import type { Receipt } from '../receipt.js'
import { isSameBill } from './is-same-bill.js'

const receipt = aReceipt({ metadata: { a: 1, b: [2] } })
const billing = { firstName: 'Ada', lastName: '', phone: '', email: '', line1: '', line2: '' }
const place = { city: '', state: '', zip: '', country: '' }

describe('isSameBill', () => {
  test('default', () => {
    expect(isSameBill(receipt, { ...receipt, lines: [aLine()], metadata: { b: [2], a: 1 } })).toBe(
      true,
    )
  })

  test('behavior: ignores status, history and shop settings', () => {
    const later: Partial<Receipt> = {
      status: 'link_opened',
      updatedAt: unixMs(9_000),
      brandName: 'Other',
      keyId: 'key_1',
      expiresAt: unixMs(9_000),
    }
    expect(isSameBill(receipt, { ...receipt, ...later })).toBe(true)
  })

  test.each<[string, Partial<Receipt>]>([
    ['another total', { totalUsdCents: cents(451n) }],
    ['another currency', { currency: 'EUR' }],
    ['another label', { lines: [aLine({ label: 'Cup' })] }],
    ['a quantity', { lines: [aLine({ qty: 1 })] }],
    ['another line', { lines: [aLine(), aLine({ usdCents: cents(0n) })] }],
    ['redirectUrl', { redirectUrl: 'https://a.example/' }],
    ['returnUrl', { returnUrl: 'https://a.example/' }],
    ['webhookUrl', { webhookUrl: 'https://a.example/' }],
    ['onSuccess', { onSuccess: 'run()' }],
    ['onrampEmail', { onrampEmail: 'a@b' }],
    ['billing', { billing: { ...billing, ...place } }],
    ['a reference', { reference: 'x' }],
    ['other metadata', { metadata: { a: 1, b: [3] } }],
    ['no metadata', { metadata: null }],
  ])('behavior: detects %s', (_name, change) => {
    expect(isSameBill(receipt, { ...receipt, ...change })).toBe(false)
  })
})
