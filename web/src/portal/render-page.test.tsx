import { describe, expect, test } from 'vitest'
import { aReceipt } from '../../test/fixtures/receipt.js'
import { renderErrorPage, renderPortalPage } from './render-page.js'

const around = {
  mode: 'sandbox',
  pageUrl: 'https://pay.test/portal/r-1?recipient=0x1',
  query: '?recipient=0x1',
  asset: 'USDC',
  now: 1_767_268_800_000,
  failureCodes: ['PORTAL_SYSTEM_ERROR'],
} as const

const render = (receipt = aReceipt()) => renderPortalPage({ ...around, receipt }).body
const viewIn = (html: string) =>
  JSON.parse(/<script type="application\/json" id="view">(.*?)<\/script>/s.exec(html)?.[1] ?? '')

describe('renderPortalPage', () => {
  test('default: shows the shop, the amount, the address and the code', () => {
    const html = render()
    for (const text of [
      'Pay Tea &amp; Co',
      '$110.05',
      'USDC',
      '0x1111',
      'on Base',
      '0.5%',
      'role="img"',
    ]) {
      expect(html).toContain(text)
    }
  })

  test('behavior: says that a confirmation may take longer during an outage', () => {
    const late = 'may take longer than usual'
    expect(render(aReceipt({ degraded: true }))).toContain(late)
    expect(render()).not.toContain(late)
  })

  test('behavior: names the platform fee if there is one', () => {
    const footOf = (platformFeePct: number | null) =>
      /can only pay ([^.]*(?:\.\d+%[^.]*)?)\./.exec(render(aReceipt({ platformFeePct })))?.[1]
    expect(footOf(1.25)).toBe(
      'Tea &amp; Co and a platform fee of 1.25%, which is part of the total',
    )
    expect(footOf(null)).toBe('Tea &amp; Co and a platform fee, which is part of the total')
    expect(footOf(0)).toBe('Tea &amp; Co')
  })

  test('behavior: links the contact and the policies of the shop', () => {
    const html = render(
      aReceipt({
        contact: {
          email: 'help@tea.test',
          phone: '(030) 123-45',
          privacyUrl: 'https://tea.test/privacy?a="><b>',
        },
      }),
    )
    expect(html).toContain('href="mailto:help@tea.test"')
    expect(html).toContain('href="tel:03012345"')
    expect(html).toContain('href="https://tea.test/privacy?a=&quot;>&lt;b>"')
    expect(html).not.toContain('Return policy')
    expect(render()).not.toContain('class="contact"')
  })

  test('behavior: a problem says whom the contact links reach', () => {
    const help = 'Need help? Contact Tea &amp; Co:'
    const contact = { email: 'help@tea.test' }
    expect(render(aReceipt({ contact, status: 'failed' }))).toContain(help)
    expect(render(aReceipt({ contact }))).not.toContain(help)
    expect(render(aReceipt({ status: 'failed' }))).not.toContain(help)
  })

  test.each(['refund_requested', 'refunded'] as const)(
    'behavior: %s keeps the facts of the payment beside its transaction',
    (status) => {
      const payment = { symbol: 'USDC', amount: '110.05', from: null, txHash: '0xa1', at: 5 }
      const html = render(
        aReceipt({
          status,
          transactionHash: `0x${'a1'.repeat(32)}`,
          paidAt: 5,
          payment: { paidUsd: 110.05, dueUsd: 0, options: [], received: [payment] },
        }),
      )
      expect(html).toMatch(/You paid.*110\.05 USDC.*Transaction/s)
    },
  )

  test('behavior: embeds the view without thumbnails', () => {
    const lineItems = [
      {
        label: 'Tea',
        priceUsd: 1,
        itemId: 'item_1',
        picture: 'ab12',
        thumb: 'data:image/png;base64,AAAA',
      },
    ]
    const html = render(aReceipt({ lineItems }))
    expect(html).not.toContain('data:image')
    expect(html).toContain('<img src="/media/ab12/48.webp"')
    expect(viewIn(html).receipt.lineItems).toEqual([
      { label: 'Tea', priceUsd: 1, itemId: 'item_1', picture: 'ab12' },
    ])
    expect(viewIn(html).firstQr.text).toBe(aReceipt().payment.options[0]?.uri)
  })

  test('behavior: escapes the texts of merchants', () => {
    const hostile = '</script></style><img src=x onerror=alert(1)><!--'
    const html = render(
      aReceipt({ brandName: hostile, lineItems: [{ label: hostile, priceUsd: 1 }] }),
    )
    expect(html).not.toContain('<img src=x')
    expect(html.match(/<\/script>/g)).toHaveLength(1)
    expect(html).not.toContain('</style>')
    expect(viewIn(html).receipt.brandName).toBe(hostile)
  })

  test('behavior: has no style attribute, which the CSP forbids', () => {
    expect(render()).not.toContain('style="')
  })

  test('behavior: returns title and CSS apart from the body', () => {
    const theme = { ...aReceipt().theme, primaryColor: '#0000ff' }
    const { title, css, body } = renderPortalPage({ ...around, receipt: aReceipt({ theme }) })
    expect(title).toBe('Pay Tea & Co')
    expect(css).toContain('--accent:#0000ff')
    expect(body).not.toContain('<style')
  })

  test('behavior: a euro receipt shows the dollars and the rate', () => {
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
    expect(html).toContain('<span class="money">€101.60</span>')
    expect(html).toContain('$110.05 at 1.0831 USD per EUR')
  })

  test('behavior: a link preview shows the total and the items', () => {
    const { description } = renderPortalPage({ ...around, receipt: aReceipt() })
    expect(description).toBe('$110.05 for Tea')
    const limited = renderPortalPage({ ...around, receipt: aReceipt() }, { isLimited: true })
    expect(limited.description).toBe('$110.05')
  })

  test('behavior: shows unit prices that are whole cents', () => {
    expect(render()).toContain('2 × $50.00')
    const lineItems = [{ label: 'Tea', priceUsd: 10, qty: 3 }]
    expect(render(aReceipt({ lineItems }))).toContain('Quantity 3')
  })

  test('behavior: shows the sandbox tile only in a sandbox', () => {
    expect(render()).toContain('sandbox-tile')
    const view = { ...around, mode: 'live', failureCodes: [], receipt: aReceipt() } as const
    expect(renderPortalPage(view).body).not.toMatch(/sandbox/i)
  })
})

describe('renderErrorPage', () => {
  test('default', () => {
    const { title, body, css } = renderErrorPage('notFound', { mode: 'live' })
    expect(title).toBe('Payment not found')
    expect(body).toContain('Any payment you made is safe.')
    expect(body).not.toContain('<script')
    expect(css).toBe('')
    expect(body).not.toContain('sandbox')
  })

  test('behavior: has the sandbox bar in a sandbox', () => {
    expect(renderErrorPage('tooMany', { mode: 'sandbox' }).body).toMatch(
      /^<div class="sandbox-bar">.*No real money moves here\./s,
    )
  })
})
