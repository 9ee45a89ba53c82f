import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { testConfig } from '../../../../test/test-config.js'
import { MINUTE_MS, unixMs } from '../../../lib/time.js'
import { defaultSettings } from '../../shop/default-settings.js'
import { receiptTerms } from './new-receipt.js'

const settings = defaultSettings(testConfig())
const now = unixMs(1_000)

describe('receiptTerms', () => {
  test('default', () => {
    const payoutAddress = aWallet()
    expect(receiptTerms({ ...settings, name: 'Leaf' }, { now, payoutAddress })).toEqual({
      brandName: 'Leaf',
      payoutAddress,
      expiresAt: null,
    })
  })

  test('behavior: prefers the brand name, and sets the expiry', () => {
    const theme = { ...settings.theme, brandName: 'Leaf & Co' }
    const payments = { ...settings.payments, expiryMinutes: 5 }
    const shop = { ...settings, name: 'Leaf', theme, payments }
    expect(receiptTerms(shop, { now, payoutAddress: aWallet() })).toMatchObject({
      brandName: 'Leaf & Co',
      expiresAt: now + 5 * MINUTE_MS,
    })
  })
})
