import { describe, expect, test } from 'vitest'
import { removeForeignLogo } from './create-portal-view.js'

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

describe('removeForeignLogo', () => {
  test.each([
    ['https://tally.test/assets/logo.svg', '/assets/logo.svg'],
    ['https://pay.test/a.png?b=1', '/a.png?b=1'],
    ['https://evil.test/a.png', ''],
    ['https://tally.test.evil.test/a.png', ''],
    ['http://tally.test/a.png', ''],
    ['javascript:alert(1)', ''],
    ['', ''],
  ])('default: %s becomes %s', (brandLogoUrl, shown) => {
    expect(removeForeignLogo({ ...theme, brandLogoUrl }, config)).toEqual({
      ...theme,
      brandLogoUrl: shown,
    })
  })
})
