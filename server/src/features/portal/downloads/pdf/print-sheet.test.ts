import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  aHash,
  aPaidReceipt,
  aPortalReceipt,
  noon,
  pageUrl,
} from '../../../../../test/fixtures/portal-receipt.js'
import { readPdfText } from '../../../../../test/fixtures/read-pdf-text.js'
import type { PortalReceipt } from '../../schemas.js'
import { describeSheet } from '../describe-sheet.js'
import { loadPdfKit, type PdfKit } from './load-pdf-kit.js'
import { printSheet } from './print-sheet.js'

let kit: PdfKit
beforeAll(async () => {
  kit = await loadPdfKit()
})

const sheetOf = (receipt: PortalReceipt, mode: 'sandbox' | 'live' = 'live') =>
  describeSheet(receipt, { pageUrl, mode })
const print = (receipt: PortalReceipt, mode?: 'sandbox' | 'live') =>
  printSheet(kit, sheetOf(receipt, mode), { compress: false })
const read = async (receipt: PortalReceipt, mode?: 'sandbox' | 'live') =>
  readPdfText(await print(receipt, mode))
const withLabels = (...labels: string[]) =>
  aPortalReceipt({ lineItems: labels.map((label) => ({ label, priceUsd: 1 })) })
const pagesOf = (file: Buffer) => file.toString('latin1').match(/\/Type \/Page\n/g)?.length

describe('printSheet', () => {
  test('default', async () => {
    const refunds = [{ usd: 10.05, amount: 10.05, txHash: aHash, confirmed: true, createdAt: noon }]
    expect(await read(aPaidReceipt({ refunds, refundedUsd: 10.05 }))).toEqual([
      'Tea & Co',
      'Receipt',
      'Paid in full on 2026-01-01 12:05 UTC. 10.05 of 110.05 USD refunded.',
      'Number',
      'r-1',
      'Date',
      '2026-01-01 12:00 UTC',
      'Merchant wallet',
      '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
      'Item',
      'Quantity',
      'Amount in USD',
      'Tea',
      '2',
      '100.00',
      ...['Tax', '', '9.50', 'Processing Fee', '', '0.55'].filter(Boolean),
      '110.05',
      'Total',
      'USD',
      'Payment',
      'Received',
      '110.05 USD',
      'Paid at',
      '2026-01-01 12:05 UTC',
      'Network',
      'Base',
      'Transaction',
      aHash,
      'Refunds',
      '2026-01-01 12:00 UTC',
      '−10.05 USD',
      aHash,
      'This receipt online',
      expect.stringContaining('https://pay.test/portal/r-1'),
      expect.any(String),
    ])
  })

  test('behavior: has a title, a language and a link', async () => {
    const file = await printSheet(kit, sheetOf(aPaidReceipt()))
    const text = file.toString('latin1')
    expect(text.slice(0, 9)).toBe('%PDF-1.7\n')
    expect(text.trimEnd().slice(-5)).toBe('%%EOF')
    expect(text).toMatch(/^\/Title \d+ 0 R$/m)
    expect(text).toContain('(Receipt r-1)')
    expect(text).toContain('/Lang (en)')
    expect(text).toContain(`/URI (${pageUrl})`)
    expect(text).toContain('(D:20260101120500Z)')
    // Both fonts are subsets with only the printed letters.
    expect(text.match(/\/FontFile2/g)).toHaveLength(2)
    expect(file.length).toBeLessThan(60_000)
  })

  test('behavior: prints the contact last, as links', async () => {
    const contact = {
      email: 'help@tea.test',
      phone: '+49 30 12345',
      returnPolicyUrl: `https://tea.test/${'returns-'.repeat(20)}`,
    }
    const file = await print(aPaidReceipt({ contact }))
    const texts = readPdfText(file)
    const footer = texts.slice(texts.indexOf('Contact'))
    expect(footer.slice(0, 6)).toEqual([
      'Contact',
      'Email',
      'help@tea.test',
      'Phone',
      '+49 30 12345',
      'Return policy',
    ])
    expect(footer.slice(6).join('')).toContain(contact.returnPolicyUrl)
    for (const href of ['mailto:help@tea.test', 'tel:+493012345', contact.returnPolicyUrl]) {
      expect(file.toString('latin1')).toContain(`/URI (${href})`)
    }
  })

  test('behavior: prints the same bytes for the same receipt, even in another process', {
    tags: 'slow',
  }, async () => {
    const receipt = aPaidReceipt()
    const file = await print(receipt)
    expect(await print(receipt)).toEqual(file)
    const other = await printSheet(await loadPdfKit(), sheetOf(receipt), { compress: false })
    expect(other).toEqual(file)
    expect(await print({ ...receipt, brandName: 'Tea and Co' })).not.toEqual(file)
  })

  test('behavior: prints many scripts, and a box for a missing glyph', async () => {
    const labels = ['Žluťoučký kůň', 'Λάδι ελιάς', 'Крем-брюле', '日本 👨‍👩‍👧 tea']
    expect(await read(withLabels(...labels))).toEqual(
      expect.arrayContaining(['Žluťoučký kůň', 'Λάδι ελιάς', 'Крем-брюле', '□□ □ tea']),
    )
  })

  test('behavior: orders right-to-left words', async () => {
    const texts = await read(withLabels('Tea שלום עולם'))
    // Visual order, with the letters of each word reversed.
    const at = texts.indexOf('Tea')
    expect(texts.slice(at, at + 3)).toEqual(['Tea', 'םלוע', 'םולש'])
  })

  test('behavior: wraps long labels and long words', async () => {
    const label = `${'word '.repeat(40)}${'x'.repeat(300)}`
    const texts = await read(withLabels(label))
    const lines = texts.filter((text) => /^(word|x)/.test(text))
    expect(lines.length).toBeGreaterThan(5)
    expect(lines.join(' ').replaceAll(' ', '')).toBe(label.replaceAll(' ', ''))
  })

  test('behavior: repeats heading and page number on every page', async () => {
    const lineItems = Array.from({ length: 70 }, (_, n) => ({ label: `Tea ${n}`, priceUsd: 1 }))
    const file = await print(aPortalReceipt({ lineItems }))
    const texts = readPdfText(file)
    const pages = pagesOf(file) ?? 0
    expect(pages).toBeGreaterThan(1)
    expect(texts.filter((text) => text.startsWith('Tea ')).length).toBe(70 + 1)
    expect(texts.filter((text) => text === 'Item')).toHaveLength(pages)
    expect(texts).toContain(`r-1, page 1 of ${pages}`)
    expect(pagesOf(await print(aPortalReceipt()))).toBe(1)
  })

  test('behavior: shows the sandbox banner on every sandbox page only', async () => {
    const notice = 'Sandbox. No real money is involved.'
    expect(await read(aPortalReceipt(), 'sandbox')).toContain(notice)
    expect(await read(aPortalReceipt())).not.toContain(notice)
  })

  test('behavior: fits the largest total on one line', async () => {
    const texts = await read(aPortalReceipt({ totalUsd: 9_999_999_999_999.99 }))
    expect(texts).toContain('9,999,999,999,999.99')
  })

  test('behavior: prints any text', { tags: 'slow', timeout: 60_000 }, async () => {
    const strange = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.constantFrom(
        ...['\u202eevil\u202c', '\ud800', '\0\u0007\u001b[2J', '👩‍🚀'.repeat(100), 'x'.repeat(500)],
        ...[
          'مرحبا \u0627\u0644\u0644\u0647 123',
          'a\u0300'.repeat(200),
          '\n\n',
          '()\\<>%',
          'नमस्ते',
          'สวัสดี',
        ],
      ),
    )
    const labels = fc.array(strange, { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(strange, labels, async (brandName, [receiptId = '', ...others]) => {
        const file = await print({
          ...withLabels(receiptId, ...others, 'Tea'),
          brandName,
          receiptId,
        })
        expect(readPdfText(file)).toContain('Tea')
        expect(file.toString('latin1').trimEnd().endsWith('%%EOF')).toBe(true)
      }),
      { numRuns: 40 },
    )
  })
})
