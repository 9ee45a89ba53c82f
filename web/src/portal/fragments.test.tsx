import type { PortalReceipt } from '@tallystick/sdk'
import fc from 'fast-check'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, test } from 'vitest'
import { pseudoLanguage } from '../../test/fixtures/pseudo-language.js'
import { aReceipt } from '../../test/fixtures/receipt.js'
import { english } from '../core/texts/language.js'
import { LanguageProvider } from '../ui/language.js'
import { createFragmentRenderer } from './fragment-cache.js'
import { portalFragments } from './fragments.js'
import { PortalPage } from './portal-page.js'
import type { PortalView } from './view.js'

const languages = [english, pseudoLanguage()]

const statuses: PortalReceipt['status'][] = [
  'generated',
  'link_opened',
  'tx_mined',
  'tx_mismatch',
  'paid',
  'refund_requested',
  'refunded',
]
const words = fc.constantFrom('', 'Tea', 'Tea & Co', '"<b>', 'Tax')
const amounts = fc.constantFrom(0, 0.01, 0.02, 12.5, 1_234_567.89)
const lines = fc.array(
  fc.record(
    {
      label: words,
      priceUsd: amounts,
      qty: fc.constantFrom(1, 2, 3),
      itemId: fc.constantFrom('item_1', 'item_2'),
      amount: amounts,
      picture: fc.constantFrom('a'.repeat(64), 'b'.repeat(64)),
    },
    { requiredKeys: ['label', 'priceUsd'] },
  ),
  { maxLength: 3 },
)
const contacts = fc.record(
  {
    email: fc.constantFrom('a@tea.test', 'b@tea.test'),
    phone: fc.constant('+1 23'),
    url: fc.constant('https://help.test'),
    termsUrl: fc.constantFrom('https://a.test/', 'https://b.test/"<'),
  },
  { requiredKeys: [] },
)

/** Views that differ in everything that a cached part shows. */
const views = fc
  .record({
    status: fc.constantFrom(...statuses),
    brandName: words,
    logo: fc.constantFrom('', '/media/a.webp', '/media/b.webp'),
    currency: fc.constantFrom('USD', 'EUR'),
    total: fc.constantFrom(null, 12.5),
    lineItems: lines,
    contact: contacts,
    dueUsd: amounts,
    paidUsd: fc.constantFrom(0, 5),
    isClosed: fc.boolean(),
    soldOut: fc.constantFrom<string[]>([], ['Tea']),
    asset: fc.constantFrom('USDC', 'ETH'),
    mode: fc.constantFrom('sandbox' as const, 'live' as const),
    failureCodes: fc.constantFrom([], ['CODE_A'], ['CODE_A', 'CODE_B']),
  })
  .map((facts) => {
    const { status, brandName, currency, total, lineItems, contact } = facts
    const { dueUsd, paidUsd, soldOut, isClosed } = facts
    const receipt = aReceipt({ status, brandName, currency, total, lineItems, contact })
    return viewOf(
      {
        ...receipt,
        theme: { ...receipt.theme, brandLogoUrl: facts.logo },
        payment: { ...receipt.payment, dueUsd, paidUsd, soldOut, isClosed },
      },
      facts,
    )
  })

function viewOf(receipt: PortalReceipt, changes: Partial<PortalView> = {}): PortalView {
  const { asset = 'USDC', mode = 'sandbox', failureCodes = [] } = changes
  return {
    receipt,
    mode,
    asset,
    failureCodes,
    pageUrl: `https://pay.test/portal/${receipt.receiptId}?recipient=0x1`,
    query: '?recipient=0x1',
    now: 1_767_268_800_000,
    firstQr: null,
  }
}

/** A browser reads a reference as its character. */
const readReference = (_reference: string, code: string) => String.fromCodePoint(Number(code))

describe('portalFragments', () => {
  test('default: pages are the same with and without the cache', () => {
    const render = createFragmentRenderer(portalFragments)
    const pages = fc.tuple(views, fc.constantFrom(...languages))
    fc.assert(
      fc.property(pages, ([view, language]) => {
        const plain = renderToString(
          <LanguageProvider value={language}>
            <PortalPage view={view} />
          </LanguageProvider>,
        )
        const html = render(language, () => <PortalPage view={view} />)
        expect(html.replace(/&#(\d+);/g, readReference)).toBe(plain)
      }),
      { numRuns: 200 },
    )
  })

  test('behavior: nothing that belongs to a receipt is cached', () => {
    const render = createFragmentRenderer(portalFragments)
    const receiptOf = (name: string) => {
      const receipt = aReceipt({ receiptId: `id-${name}`, portalToken: `token-${name}` })
      const options = receipt.payment.options.map((option) => ({
        ...option,
        uri: `ethereum:uri-${name}`,
      }))
      const payment = { ...receipt.payment, depositAddress: `0x1111-${name}-1111`, options }
      return { ...receipt, payment }
    }
    render(english, () => <PortalPage view={viewOf(receiptOf('ann'))} />)
    const html = render(english, () => <PortalPage view={viewOf(receiptOf('bo'))} />)
    expect(html).toContain('id-bo')
    expect(html).not.toContain('ann')
  })
})
