import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { testConfig } from '../../../test/test-config.js'
import { defaultSettings } from '../shop/default-settings.js'
import { showShop } from '../shop/show-shop.js'
import { describeShop } from './describe-shop.js'

const listed = { slug: 'blue', name: 'Blue', listed: true }
const describeStored = (stored: object) =>
  describeShop(showShop({ merchant: aWallet(), stored }, defaultSettings(testConfig())))

describe('describeShop', () => {
  test('default', () => {
    const shown = { description: 'Tea', categories: ['a'], keywords: ['b'], industryPack: 'cafe' }
    const theme = { brandLogoUrl: 'https://x.test/l', coverPhotoUrl: 'https://x.test/c' }
    const kept = {
      tax: { taxId: 'DE1' },
      fees: { processingFeePct: 2 },
      payments: { expiryMinutes: 5 },
    }
    const stored = { ...listed, ...shown, ...kept, theme: { ...theme, brandName: 'Kept' } }
    expect(describeStored(stored)).toEqual({ slug: 'blue', name: 'Blue', ...shown, theme })
  })

  test.each([{ listed: false }, { name: '' }, { slug: '' }])('behavior: not with %j', (change) => {
    expect(describeStored({ ...listed, ...change })).toBe(null)
  })
})
