import { contrast, parseColor } from '@tallystick/web/contrast'
import { describe, expect, test } from 'vitest'
import {
  aHash,
  aPaidReceipt,
  aPortalReceipt,
  noon,
  pageUrl,
} from '../../../../test/fixtures/portal-receipt.js'
import type { PortalReceipt } from '../schemas.js'
import { describeSheet } from './describe-sheet.js'

const describeIt = (receipt: PortalReceipt, mode: 'sandbox' | 'live' = 'live') =>
  describeSheet(receipt, { pageUrl, mode })

const pricing = {
  version: 1,
  currency: 'EUR' as const,
  usdPerUnit: 1.08,
  quotedAt: noon,
  provider: 'ecb',
  originalTotal: 10,
  originalLineItems: [],
}
const inEuros = {
  currency: 'EUR' as const,
  total: 10,
  totalUsd: 10.8,
  pricing,
  lineItems: [
    { label: 'Tea', amount: 11, priceUsd: 11.88, qty: 0.25 },
    { label: 'Discount', amount: -1, priceUsd: -1.08 },
  ],
}

describe('describeSheet', () => {
  test('behavior: has the tax id, and a readable color of the shop', () => {
    const theme = { secondaryColor: '#FFE08A' } as PortalReceipt['theme']
    const sheet = describeIt({ ...aPaidReceipt(), theme, taxId: 'DE123456789' })
    expect(sheet.facts).toContainEqual({ label: 'Tax ID', values: ['DE123456789'] })
    const color = parseColor(sheet.brandColor ?? '')
    expect(color && contrast(color, [255, 255, 255])).toBeGreaterThanOrEqual(4.5)
  })

  test('default', () => {
    expect(describeIt(aPaidReceipt())).toEqual({
      isSandbox: false,
      brandName: 'Tea & Co',
      brandColor: null,
      band: null,
      receiptId: 'r-1',
      unit: 'USD',
      state: expect.objectContaining({ title: 'Receipt' }),
      facts: [
        { label: 'Number', values: ['r-1'] },
        { label: 'Date', values: ['2026-01-01 12:00 UTC'] },
        { label: 'Merchant wallet', values: ['0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'] },
      ],
      lines: [
        { label: 'Tea', qty: '2', amount: '100.00', isAside: false },
        { label: 'Tax', qty: '', amount: '9.50', isAside: true },
        { label: 'Processing Fee', qty: '', amount: '0.55', isAside: true },
      ],
      total: { amount: '110.05', notes: [] },
      sections: [expect.objectContaining({ title: 'Payment' })],
      page: { url: pageUrl, words: 'This receipt online' },
      contact: [],
      at: noon + 300_000,
    })
  })

  test('behavior: ends with the contact that the shop has set', () => {
    const contact = {
      phone: '+49 (30) 123-45',
      email: 'help@tea.test',
      termsUrl: 'https://tea.test/terms',
    }
    expect(describeIt(aPaidReceipt({ contact })).contact).toEqual([
      { label: 'Email', text: 'help@tea.test', href: 'mailto:help@tea.test' },
      { label: 'Phone', text: '+49 (30) 123-45', href: 'tel:+493012345' },
      { label: 'Terms', text: 'https://tea.test/terms', href: 'https://tea.test/terms' },
    ])
  })

  test('behavior: uses the currency of the receipt, with dollars and rate beside the total', () => {
    expect(describeIt(aPortalReceipt(inEuros))).toMatchObject({
      unit: 'EUR',
      lines: [
        { label: 'Tea', qty: '0.25', amount: '11.00' },
        { label: 'Discount', qty: '', amount: '−1.00' },
      ],
      total: {
        amount: '10.00',
        notes: ['10.80 USD at 1.08 USD per EUR', 'Rate of 2026-01-01 12:00 UTC'],
      },
    })
  })

  test('behavior: uses dollars if any line lacks an amount in the currency', () => {
    const lineItems = [...inEuros.lineItems, { label: 'Bag', priceUsd: 0 }]
    const { unit, lines, total } = describeIt(aPortalReceipt({ ...inEuros, lineItems }))
    expect({ unit, total }).toEqual({ unit: 'USD', total: { amount: '10.80', notes: [] } })
    expect(lines.map(({ amount }) => amount)).toEqual(['11.88', '−1.08', '0.00'])
  })

  test('behavior: shows no rate for a receipt in dollars', () => {
    const lineItems = [{ label: 'Tea', amount: 12, priceUsd: 12 }]
    const receipt = aPortalReceipt({ total: 12, totalUsd: 12, lineItems, pricing })
    expect(describeIt(receipt)).toMatchObject({
      unit: 'USD',
      total: { amount: '12.00', notes: [] },
    })
  })

  test('behavior: sets tax and fee at the end apart, but no item with that label', () => {
    const line = (label: string, more: object = {}) => ({ label, priceUsd: 1, ...more })
    const aside = (...lineItems: ReturnType<typeof line>[]) =>
      describeIt(aPortalReceipt({ lineItems })).lines.map(({ isAside }) => isAside)
    const [tea, tax, fee] = [line('Tea'), line('Tax'), line('Processing Fee')]
    expect(aside(tea, tax, fee)).toEqual([false, true, true])
    expect(aside(tea, tax)).toEqual([false, true])
    expect(aside(tax, fee, tea)).toEqual([false, false, false])
    expect(aside(line('Tax', { qty: 1 }), tax, fee)).toEqual([false, true, true])
    expect(aside(tea, line('Tax', { sku: 'TAX' }))).toEqual([false, false])
  })

  test('behavior: invites to pay only while payment is possible', () => {
    expect(describeIt(aPortalReceipt()).page.words).toBe('Scan to pay')
    const over = aPortalReceipt({ payment: { options: [] } })
    expect(describeIt(over).page.words).toBe('This invoice online')
  })

  test('behavior: has the time of its latest event', () => {
    expect(describeIt(aPortalReceipt()).at).toBe(noon)
    const refund = { usd: 1, amount: 1, txHash: aHash, confirmed: true, createdAt: noon + 900_000 }
    expect(describeIt(aPaidReceipt({ refunds: [refund] })).at).toBe(noon + 900_000)
  })

  test('behavior: marks a sandbox receipt', () => {
    expect(describeIt(aPortalReceipt(), 'sandbox').isSandbox).toBe(true)
  })

  test('behavior: contains no portal token and no image', () => {
    const thumb = 'data:image/png;base64,SECRET'
    const lineItems = [{ label: 'Tea', priceUsd: 1, thumb, itemId: 'SECRET', sku: 'SECRET' }]
    const receipt = aPortalReceipt({
      lineItems,
      portalToken: 'SECRET',
      returnUrl: 'https://shop.test/SECRET',
      onSuccess: { kind: 'url', url: 'https://shop.test/SECRET' },
    })
    expect(JSON.stringify(describeIt(receipt))).not.toContain('SECRET')
  })
})
