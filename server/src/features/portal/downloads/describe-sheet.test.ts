import { contrast, parseColor } from '@tallystick/web/contrast'
import { describe, expect, test } from 'vitest'
import {
  aHash,
  aPaidReceipt,
  aPortalReceipt,
  noon,
  pageUrl,
} from '../../../../test/fixtures/portal-receipt.js'
import { receiptStatuses, statusFacts } from '../../../lib/receipt-statuses.js'
import type { PortalReceipt } from '../schemas.js'
import { describePayment, describeSheet, describeState } from './describe-sheet.js'

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

  test('behavior: omits a fee of zero, and a tax of zero unless the shop has a tax id', () => {
    const free = (label: string, more: object = {}) => ({ label, priceUsd: 0, ...more })
    const lineItems = [free('Tax', { qty: 1 }), free('Sample'), free('Tax'), free('Processing Fee')]
    const labelsOf = (fields: object) =>
      describeIt(aPortalReceipt({ lineItems, ...fields })).lines.map(({ label }) => label)
    expect(labelsOf({})).toEqual(['Tax', 'Sample'])
    expect(labelsOf({ taxId: 'DE123456789' })).toEqual(['Tax', 'Sample', 'Tax'])
  })

  test('behavior: invites to pay only while payment is possible', () => {
    expect(describeIt(aPortalReceipt()).page.words).toBe('Scan to pay')
    const unpayable = aPortalReceipt({ payment: { options: [] } })
    expect(describeIt(unpayable).page.words).toBe('This invoice online')
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

/** Flattens sections to titles, labels and texts. */
const rows = (sections: ReturnType<typeof describePayment>) =>
  sections.flatMap(({ title, facts }) => [
    title,
    ...facts.map(({ label, values }) => [label, ...values].join(' | ')),
  ])

describe('describePayment', () => {
  test('default', () => {
    expect(rows(describePayment(aPaidReceipt()))).toEqual([
      'Payment',
      'Received | 110.05 USD',
      'Paid at | 2026-01-01 12:05 UTC',
      'Network | Base',
      `Transaction | ${aHash}`,
    ])
  })

  test('behavior: shows the amount still due and its deadline', () => {
    expect(rows(describePayment(aPortalReceipt({ expiresAt: noon })))).toEqual([
      'Payment',
      'Still due | 110.05 USD',
      'Due by | 2026-01-01 12:00 UTC',
    ])
    const part = aPortalReceipt({ payment: { paidUsd: 40.000005, dueUsd: 70.049995 } })
    expect(rows(describePayment(part))).toEqual([
      'Payment',
      'Received | 40.000005 USD',
      'Network | Base',
      'Still due | 70.049995 USD',
    ])
  })

  test('behavior: does not show a manual payment as on chain', () => {
    const manual = { paidAt: null, transactionHash: null, payment: { paidUsd: 0 } }
    const expected = ['Payment', 'Received | Recorded by the merchant']
    expect(rows(describePayment(aPaidReceipt(manual)))).toEqual(expected)
    expect(rows(describePayment(aPaidReceipt({ ...manual, status: 'refunded' })))).toEqual(expected)
  })

  test('behavior: shows whether each refund is confirmed', () => {
    const refund = { usd: 10, amount: 10, createdAt: noon }
    const refunds = [
      { ...refund, txHash: aHash, confirmed: true },
      { ...refund, txHash: aHash, confirmed: false },
      { ...refund, amount: 0.05, txHash: null, confirmed: false },
    ]
    const [, ...printed] = describePayment(aPaidReceipt({ refunds }))
    expect(rows(printed)).toEqual([
      'Refunds',
      `2026-01-01 12:00 UTC | −10.00 USD | ${aHash}`,
      `2026-01-01 12:00 UTC | −10.00 USD, not yet confirmed on chain | ${aHash}`,
      '2026-01-01 12:00 UTC | −0.05 USD | Recorded by the merchant',
    ])
  })

  test('behavior: a receipt in euros states euros', () => {
    const euro = { currency: 'EUR' as const, total: 101.6 }
    const payment = { paid: 40, due: 61.6, paidUsd: 43.3, dueUsd: 66.75 }
    const part = rows(describePayment(aPortalReceipt({ ...euro, payment }))).join(', ')
    expect(part).toContain('Received | 40.00 EUR')
    expect(part).toContain('Still due | 61.60 EUR')
    expect(part).not.toContain('USD')
  })

  test('behavior: has no sections for an unpaid receipt with nothing due', () => {
    expect(describePayment(aPortalReceipt({ payment: { dueUsd: 0 } }))).toEqual([])
  })
})

describe('describeState', () => {
  test('default', () => {
    expect(describeState(aPaidReceipt())).toEqual({
      isReceipt: true,
      title: 'Receipt',
      tone: 'good',
      sentence: 'Paid in full on 2026-01-01 12:05 UTC.',
    })
  })

  test('behavior: omits the time of a manual payment without one', () => {
    const byHand = aPaidReceipt({ paidAt: null, transactionHash: null, payment: { paidUsd: 0 } })
    expect(describeState(byHand)).toMatchObject({ title: 'Receipt', sentence: 'Paid in full.' })
  })

  test('behavior: describes partial, full and requested refunds', () => {
    expect(describeState(aPaidReceipt({ refundedUsd: 10.05 }))).toMatchObject({
      sentence: 'Paid in full on 2026-01-01 12:05 UTC. 10.05 of 110.05 USD refunded.',
    })
    expect(describeState(aPaidReceipt({ status: 'refunded', refundedUsd: 110.05 }))).toEqual({
      isReceipt: true,
      title: 'Receipt',
      tone: 'plain',
      sentence: 'Paid, then refunded in full: 110.05 USD.',
    })
    expect(describeState(aPaidReceipt({ status: 'refund_requested' })).sentence).toMatch(
      /^Paid in full .* A refund was requested\.$/,
    )
  })

  test('behavior: describes unpaid, partially paid and unconfirmed invoices', () => {
    expect(describeState(aPortalReceipt())).toEqual({
      isReceipt: false,
      title: 'Invoice, not yet paid',
      tone: 'warn',
      sentence: '110.05 USD is due.',
    })
    expect(describeState(aPortalReceipt({ payment: { paidUsd: 40, dueUsd: 70.05 } }))).toEqual({
      isReceipt: false,
      title: 'Invoice, partially paid',
      tone: 'warn',
      sentence: '40.00 of 110.05 USD received. 70.05 USD still due.',
    })
    const mined = aPortalReceipt({
      status: 'tx_mined',
      confirmations: { have: 1, need: 3 },
      payment: { paidUsd: 110.05, dueUsd: 0 },
    })
    expect(describeState(mined)).toEqual({
      isReceipt: false,
      title: 'Invoice, not yet confirmed as paid',
      tone: 'warn',
      sentence: 'Payment received, confirming: 1 of 3.',
    })
  })

  test('behavior: describes a mismatch, and an invoice with nothing due', () => {
    expect(describeState(aPortalReceipt({ status: 'tx_mismatch' })).sentence).toBe(
      'A payment arrived that does not match this invoice. 110.05 USD is due.',
    )
    expect(describeState(aPortalReceipt({ payment: { dueUsd: 0 } })).sentence).toBe(
      'Nothing is due.',
    )
  })

  test.each(receiptStatuses)('behavior: %s is a receipt only if it is or was paid', (status) => {
    const { isPaid, isFinal } = statusFacts[status]
    const { isReceipt, title } = describeState(aPortalReceipt({ status }))
    expect(isReceipt).toBe(isPaid || isFinal)
    expect(title.startsWith('Invoice')).toBe(!isReceipt)
  })
})
