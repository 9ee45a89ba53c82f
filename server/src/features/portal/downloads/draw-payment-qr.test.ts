import { drawQr } from '@tallystick/web/qr'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aPaidReceipt, aPortalReceipt, pageUrl } from '../../../../test/fixtures/portal-receipt.js'
import { drawPaymentQr, escapeXml } from './draw-payment-qr.js'

const draw = (
  query: Parameters<typeof drawPaymentQr>[1]['query'] = {},
  receipt = aPortalReceipt(),
) => drawPaymentQr(receipt, { query, pageUrl })
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

  test('behavior: encodes the option of another token', () => {
    const image = draw({ token: 'ETH', kind: 'wallet' })
    expect(titleOf(image)).toBe('Pay 0.036683333333333334 ETH on Base to 0x7099…79C8')
    expect(image).toContain(pathOf('ethereum:ETH@8453?value=110050000'))
  })

  test('behavior: encodes the payment page even when nothing is due', () => {
    for (const receipt of [aPortalReceipt(), aPaidReceipt()]) {
      const image = draw({ kind: 'page' }, receipt)
      expect(titleOf(image)).toBe('Payment page of Tea &amp; Co, r-1')
      expect(image).toContain(pathOf(pageUrl))
    }
  })

  test('behavior: escapes the brand name in the title', () => {
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

  test('error: rejects a receipt that cannot be paid', () => {
    expect(() => draw({}, aPaidReceipt())).toThrow('Nothing is due on this receipt')
    expect(() => draw({ token: 'USDC' }, aPaidReceipt())).toThrow('Nothing is due on this receipt')
    const unpayable = aPortalReceipt({ payment: { options: [] } })
    expect(() => draw({}, unpayable)).toThrow('This receipt cannot be paid now')
  })
})

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
}
const readEscaped = (text: string) =>
  text.replace(/&([a-z]+|#39);/g, (_, name) => named[name] ?? '?')

const hostile = fc.string({
  unit: fc.constantFrom(...`ab&<>"';#39 \n`, '&lt;', ']]>', '<!--', 'é', '👩‍🚀'),
  maxLength: 20,
})

describe('escapeXml', () => {
  test('default', () => {
    expect(escapeXml(`</title><script>"Tea" & 'Co'`)).toBe(
      '&lt;/title&gt;&lt;script&gt;&quot;Tea&quot; &amp; &#39;Co&#39;',
    )
  })

  test('behavior: replaces characters that XML does not allow', () => {
    expect(escapeXml('a\0b\u001bc\ud800d\ufffee\tf')).toBe('a\ufffdb\ufffdc\ufffdd\ufffde\tf')
    expect(escapeXml('👩‍🚀')).toBe('👩‍🚀')
  })

  test('behavior: contains no markup and unescapes to the original', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const escaped = escapeXml(text)
        expect(escaped).not.toMatch(/[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/)
        expect(readEscaped(escaped)).toBe(text)
      }),
      { numRuns: 300 },
    )
  })
})
