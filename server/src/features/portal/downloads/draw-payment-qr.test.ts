import { drawQr } from '@tallystick/web/qr'
import { describe, expect, test } from 'vitest'
import { aPaidReceipt, aPortalReceipt, pageUrl } from '../../../../test/fixtures/portal-receipt.js'
import { drawPaymentQr } from './draw-payment-qr.js'
import type { QrQuery } from './schemas.js'

const draw = (query: QrQuery = {}, receipt = aPortalReceipt()) =>
  drawPaymentQr(receipt, { query, pageUrl })
const titleOf = (image: string) => /<title>(.*)<\/title>/.exec(image)?.[1]
const pathOf = (text: string) => `<path d="${drawQr(text).path}"/>`

describe('drawPaymentQr', () => {
  test('default', () => {
    const image = draw()
    const { size, path } = drawQr('ethereum:USDC@8453?value=110050000')
    expect(image).toBe(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size * 8}" height="${size * 8}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" role="img"><title>Pay 110.05 USDC on Base to 0x7099…79C8</title><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`,
    )
  })

  test('behavior: with another token', () => {
    const image = draw({ token: 'ETH', kind: 'wallet' })
    expect(titleOf(image)).toBe('Pay 0.036683333333333334 ETH on Base to 0x7099…79C8')
    expect(image).toContain(pathOf('ethereum:ETH@8453?value=110050000'))
  })

  test('behavior: the payment page, also when nothing is due any more', () => {
    for (const receipt of [aPortalReceipt(), aPaidReceipt()]) {
      const image = draw({ kind: 'page' }, receipt)
      expect(titleOf(image)).toBe('Payment page of Tea &amp; Co, r-1')
      expect(image).toContain(pathOf(pageUrl))
    }
  })

  test('behavior: no name gets out of the title', () => {
    const brandName = '</title><script>alert(1)</script>'
    const image = draw({ kind: 'page' }, aPortalReceipt({ brandName }))
    expect(image).not.toContain('<script')
    expect(titleOf(image)).toContain('&lt;script&gt;')
  })

  test.each([
    [{ token: 'EURC' }, 'token must be one of USDC, ETH'],
    [{ token: 'usdc' }, 'token must be one of USDC, ETH'],
    [{ token: '' }, 'token must be one of USDC, ETH'],
    [{ kind: 'card' }, 'kind must be wallet or page'],
    [{ kind: '__proto__' }, 'kind must be wallet or page'],
  ])('error: %j', (query, message) => {
    expect(() => draw(query)).toThrow(expect.objectContaining({ code: 'invalid_input', message }))
  })

  test('error: nothing to pay', () => {
    expect(() => draw({}, aPaidReceipt())).toThrow('Nothing is due on this receipt')
    expect(() => draw({ token: 'USDC' }, aPaidReceipt())).toThrow('Nothing is due on this receipt')
    const over = aPortalReceipt({ payment: { options: [] } })
    expect(() => draw({}, over)).toThrow('This receipt cannot be paid now')
  })
})
