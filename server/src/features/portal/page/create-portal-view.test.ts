import { describe, expect, test } from 'vitest'
import { aPortalReceipt } from '../../../../test/fixtures/portal-receipt.js'
import { unixMs } from '../../../lib/time.js'
import type { Config } from '../../../platform/config/config.js'
import { createLimits } from '../../../platform/limits/limit-settings.js'
import type { PortalReceipt } from '../schemas.js'
import { createPortalView, removeForeignImages } from './create-portal-view.js'

type PaymentOption = PortalReceipt['payment']['options'][number]

const config = { baseUrl: 'https://tally.test', payUrl: 'https://pay.test' }
const theme = {
  primaryColor: '#123456',
  secondaryColor: '#123456',
  brandLogoUrl: '',
  brandFaviconUrl: '',
  brandName: '',
  fontFamily: 'Georgia',
  receiptBackgroundUrl: '',
  coverPhotoUrl: '',
}

describe('removeForeignImages', () => {
  test('behavior: also the icon', () => {
    const icons = { ...theme, brandFaviconUrl: 'https://evil.test/a.ico' }
    expect(removeForeignImages(icons, config).brandFaviconUrl).toBe('')
    const ownTheme = { ...theme, brandFaviconUrl: 'https://tally.test/a.ico' }
    expect(removeForeignImages(ownTheme, config).brandFaviconUrl).toBe('/a.ico')
  })

  test('behavior: a background is a picture of our media store only', () => {
    const shown = (receiptBackgroundUrl: string) =>
      removeForeignImages({ ...theme, receiptBackgroundUrl }, config).receiptBackgroundUrl
    const path = `/media/${'a'.repeat(64)}/960.webp`
    expect(shown(`https://pay.test${path.replace('960', '320')}`)).toBe(path)
    expect(shown(`https://evil.test${path}`)).toBe('')
    expect(shown('https://tally.test/a.png')).toBe('')
  })

  test.each([
    ['https://tally.test/assets/logo.svg', '/assets/logo.svg'],
    ['https://pay.test/a.png?b=1', '/a.png?b=1'],
    [`https://tally.test/media/${'a'.repeat(64)}/960.webp`, `/media/${'a'.repeat(64)}/320.webp`],
    ['https://evil.test/a.png', ''],
    ['https://tally.test//evil.test/a.png', ''],
    ['https://tally.test/.//evil.test/a.png', ''],
    ['https://tally.test/a/..//evil.test/a.png', ''],
    ['https://tally.test.evil.test/a.png', ''],
    ['http://tally.test/a.png', ''],
    ['javascript:alert(1)', ''],
    ['', ''],
  ])('default: %s becomes %s', (brandLogoUrl, shown) => {
    expect(removeForeignImages({ ...theme, brandLogoUrl }, config)).toEqual({
      ...theme,
      brandLogoUrl: shown,
    })
  })
})

describe('createPortalView', () => {
  const limits = createLimits()
  const ctx = { config: { ...config, mode: 'live', limits } as Config, now: () => unixMs(0) }
  const [usdc] = aPortalReceipt().payment.options
  const options = ['USDC', 'EURC', 'ETH'].map((symbol) => ({ ...usdc, symbol }) as PaymentOption)
  const chosen = (currency: 'USD' | 'EUR', asset?: string) => {
    const receipt = aPortalReceipt({ currency, theme, payment: { options } })
    return createPortalView(ctx, { receipt, pageUrl: 'https://pay.test/', asset }).asset
  }

  test("default: selects the token of the receipt's currency", () => {
    expect(chosen('EUR')).toBe('EURC')
    expect(chosen('USD')).toBe('USDC')
  })

  test('behavior: the choice of the buyer comes first', () => {
    expect(chosen('EUR', 'ETH')).toBe('ETH')
    expect(chosen('EUR', 'DOGE')).toBe('EURC')
  })
})
