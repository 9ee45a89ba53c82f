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

  test.each(['failed', 'closed'])('behavior: a page that is %s lists each contact once', (kind) => {
    const contact = { email: 'help@tea.test', phone: '+1 202 555', termsUrl: 'https://tea.test/t' }
    const closed = { isClosed: true, options: [] }
    const html = render(
      kind === 'closed'
        ? aReceipt({ contact, payment: closed })
        : aReceipt({ contact, status: 'failed' }),
    ).split('<script')[0]
    expect(html?.match(/mailto:help@tea\.test/g)).toHaveLength(1)
    expect(html?.match(/tel:\+1202555/g)).toHaveLength(1)
    expect(html).toContain('href="https://tea.test/t"')
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
    expect(viewIn(html).firstQr.text).toBe(around.pageUrl)
  })

  test('behavior: has no characters of two bytes in memory, unless the merchant wrote some', () => {
    expect(render(aReceipt())).not.toMatch(/[^\0-\xff]/)
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
    expect(html).toContain('€101.60')
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

  test('behavior: finished progress is one full bar', () => {
    const paid = { paidUsd: 110.05, dueUsd: 0, options: [] }
    const html = render(aReceipt({ status: 'completed', payment: paid }))
    expect(html.match(/class="stick[^"]*"/g)).toEqual(['class="stick done-3"'])
    expect(html).not.toMatch(/is-split|progress-half/)
  })

  test('behavior: the lower edge of the order summary is one path', () => {
    const edges = render().match(/<svg class="edge".*?<\/svg>/g) ?? []
    expect(edges).toHaveLength(1)
    expect(edges[0]?.match(/<path /g)).toHaveLength(1)
    expect(edges[0]).toMatch(/ d="M\.09-1V0l\.91 2 1-2(l1 2 1-2)+l1 2 \.91-2V-1"/)
  })

  test('behavior: without a wallet, offers a code for the phone and wallets with logos', () => {
    const html = render()
    expect(html).toContain('<h2>Open on your phone</h2>')
    for (const name of ['metamask', 'base', 'trust', 'rainbow']) {
      expect(html).toContain(`<i class="logo ${name}"`)
    }
  })

  test('behavior: names amount and network together, without a symbol between', () => {
    const html = render().replaceAll(/<[^>]*>/g, ' ')
    expect(html.replaceAll(/\s+/g, ' ')).toContain('You pay 110.05 USDC on Base')
    expect(html).not.toMatch(/Pay in\s+on/)
  })

  test('behavior: writes a large amount the same way everywhere', () => {
    const [usdc] = aReceipt().payment.options
    const options = usdc ? [{ ...usdc, amount: '1234567.89' }] : []
    const [html = ''] = render(aReceipt({ totalUsd: 1_234_567.89, payment: { options } })).split(
      '<script type="application/json"',
    )
    expect(html).toContain('1,234,567.89')
    expect(html).not.toContain('1234567.89')
  })

  test('behavior: the transaction can be copied in its row, and links to the explorer', () => {
    const hash = `0x${'a1'.repeat(32)}`
    const html = render(aReceipt({ status: 'tx_mined', transactionHash: hash }))
    const [row = ''] = /<dt>Transaction<\/dt><dd>.*?<\/dd>/s.exec(html) ?? []
    expect(row.replaceAll(/<[^>]*>/g, '')).toContain('Copy transaction hash')
    expect(row).toContain(`href="https://explorer.test/tx/${hash}"`)
  })

  test('behavior: shows a tax of zero only for a shop with a tax id', () => {
    const lineItems = [
      { label: 'Tea', priceUsd: 10, qty: 1 },
      { label: 'Tax', priceUsd: 0 },
      { label: 'Processing Fee', priceUsd: 0 },
    ]
    const labelsOf = (html: string) =>
      [...html.matchAll(/<span class="label">(Tax|Processing Fee)/g)].map(([, label]) => label)
    expect(labelsOf(render(aReceipt({ lineItems })))).toEqual([])
    expect(labelsOf(render(aReceipt({ lineItems, taxId: 'DE1' })))).toEqual(['Tax'])
    expect(labelsOf(render())).toEqual(['Tax', 'Processing Fee'])
  })

  test('behavior: a subscription shows its next charge and how to cancel', () => {
    const paid = { paidUsd: 110.05, dueUsd: 0, options: [], isAutomatic: true }
    const shown = (nextChargeAt: number | null) =>
      render(aReceipt({ status: 'completed', payment: paid, subscription: { nextChargeAt } }))
    const html = shown(Date.UTC(2026, 11, 18, 9))
    expect(html).toMatch(/Next charge.*Dec 18, 2026, 09:00 UTC/)
    expect(html).toContain('To cancel, ask Tea &amp; Co')
    expect(shown(null)).toContain('No further charges are planned.')
    expect(shown(null)).not.toContain('To cancel')
    expect(render()).not.toContain('Next charge')
  })

  test.each([
    ['available', null, 'Pay $110.05 by card'],
    ['declined', 'card_decline', 'Try another card'],
    ['declined', 'compliance', 'Pay $110.05 by card'],
    ['needs_documents', 'compliance', 'Continue'],
  ] as const)('behavior: a card that is %s (%s) has the button %s', (status, category, label) => {
    const failure = category && { code: 'X', category, reason: '', action: 'Action.' }
    const card = { provider: 'stripe', status, session: null } as const
    const html = render(aReceipt({ failure, card }))
    expect(html).toMatch(new RegExp(`</svg>${label.replace('$', '\\$')}<`))
    expect(html).toContain("$110.05 plus the provider's fee, shown before you pay.")
    expect(html.match(/class="main-button"/g)).toHaveLength(1)
  })

  test('behavior: offers nothing while a card payment is processed', () => {
    const card = { provider: 'stripe', status: 'processing', session: null } as const
    expect(render(aReceipt({ card }))).not.toContain('class="pay"')
  })

  test('behavior: never mentions cards without a provider', () => {
    const receipts = [aReceipt(), aReceipt({ status: 'failed' }), aReceipt({ status: 'paid' })]
    for (const receipt of receipts) {
      const [html = ''] = render(receipt).split('<script type="application/json"')
      expect(html.replaceAll(/class="[^"]*"/g, '')).not.toMatch(/\bcards?\b/i)
    }
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

  test('behavior: a missing payment leads to the shop, not to the operator', () => {
    const { body } = renderErrorPage('notFound', { mode: 'live' })
    expect(body).toContain('ask the shop')
    expect(body).not.toContain('<a ')
  })

  test.each(['unavailable', 'tooMany'] as const)('behavior: %s says that it retries', (kind) => {
    const { body } = renderErrorPage(kind, { mode: 'live' })
    expect(body).toContain('This page tries again by itself.')
    expect(body).not.toMatch(/open the link again|reload/i)
  })

  test('behavior: has the sandbox bar in a sandbox', () => {
    expect(renderErrorPage('tooMany', { mode: 'sandbox' }).body).toMatch(
      /^<div class="sandbox-bar">.*No real money moves here\./s,
    )
  })
})
