import { describe, expect, test } from 'vitest'
import { aReceipt } from '../../test/fixtures/receipt.js'
import { renderErrorPage, renderPortalPage } from './render-page.js'

const assets = { script: '/assets/portal/portal-1.js', css: 'body{color:red}' }
const around = {
  mode: 'sandbox',
  pageUrl: 'https://pay.test/portal/r-1?recipient=0x1',
  query: '?recipient=0x1',
  asset: 'USDC',
  now: 1_767_268_800_000,
  failureCodes: ['PORTAL_SYSTEM_ERROR'],
} as const

const render = (receipt = aReceipt()) => renderPortalPage({ ...around, receipt }, assets).html
const viewIn = (html: string) =>
  JSON.parse(/<script type="application\/json" id="view">(.*?)<\/script>/s.exec(html)?.[1] ?? '')

describe('renderPortalPage', () => {
  test('default: what to pay, whom, where to, and the code for it', () => {
    const html = render()
    for (const text of ['Pay Tea &amp; Co', '110.05', 'USDC', '0x1111', 'on Base', 'role="img"']) {
      expect(html).toContain(text)
    }
    expect(html).toContain('<script type="module" src="/assets/portal/portal-1.js">')
  })

  test('behavior: browsers draw from the same, but for the pictures', () => {
    const lineItems = [
      { label: 'Tea', priceUsd: 1, itemId: 'item_1', thumb: 'data:image/png;base64,AAAA' },
    ]
    const html = render(aReceipt({ lineItems }))
    expect(html).not.toContain('data:image')
    expect(viewIn(html).receipt.lineItems).toEqual([
      { label: 'Tea', priceUsd: 1, itemId: 'item_1' },
    ])
    expect(viewIn(html).firstQr.text).toBe(aReceipt().payment.options[0]?.uri)
  })

  test('behavior: texts of merchants stay texts', () => {
    const hostile = '</script></style><img src=x onerror=alert(1)><!--'
    const html = render(
      aReceipt({ brandName: hostile, lineItems: [{ label: hostile, priceUsd: 1 }] }),
    )
    expect(html).not.toContain('<img src=x')
    expect(html.match(/<\/script>/g)).toHaveLength(2)
    expect(html.match(/<\/style>/g)).toHaveLength(2)
    expect(viewIn(html).receipt.brandName).toBe(hostile)
  })

  test('behavior: no attribute carries a style, which the policy forbids', () => {
    expect(render()).not.toContain('style="')
  })

  test('behavior: styles are told apart from the page, for its policy', () => {
    const { html, styles } = renderPortalPage({ ...around, receipt: aReceipt() }, assets)
    expect(styles).toHaveLength(2)
    for (const css of styles) expect(html).toContain(`<style>${css}</style>`)
  })

  test('behavior: a euro receipt says its dollars and the rate', () => {
    const pricing = {
      version: 1,
      currency: 'EUR',
      usdPerUnit: 1.0831,
      quotedAt: 1_767_268_800_000,
      provider: 'ecb',
    }
    const html = render(
      aReceipt({
        currency: 'EUR',
        total: 101.6,
        pricing: { ...pricing, originalTotal: 101.6, originalLineItems: [] } as never,
      }),
    )
    expect(html).toMatch(/101\.60 <small>EUR<\/small>/)
    expect(html).toMatch(/110\.05 <small>USD<\/small><\/span>, at 1\.0831 USD per EUR/)
  })

  test('behavior: a sandbox shows its tile, real money does not', () => {
    expect(render()).toContain('sandbox-tile')
    const live = renderPortalPage(
      { ...around, mode: 'live', failureCodes: [], receipt: aReceipt() },
      assets,
    ).html
    expect(live).not.toMatch(/sandbox/i)
  })
})

describe('renderErrorPage', () => {
  test('default', () => {
    const problem = { title: 'There is <nothing>', text: 'Text', next: 'Next' }
    const { html, styles } = renderErrorPage(problem, assets)
    expect(html).toContain('There is &lt;nothing>')
    expect(html).not.toContain('<script')
    expect(styles).toEqual([assets.css])
  })
})
