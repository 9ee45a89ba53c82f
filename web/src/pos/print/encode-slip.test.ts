import { afterEach, describe, expect, test, vi } from 'vitest'
import { decodeEscPos } from '../../../test/decode-escpos.js'
import { encodeSlip } from './encode-slip.js'
import { receiptSlip } from './slips.js'

afterEach(() => vi.unstubAllGlobals())

/** The server writes the mode into the page. */
function setMode(mode: 'live' | 'sandbox'): void {
  vi.stubGlobal('document', { getElementById: () => ({ dataset: { mode } }) })
}

const at = Date.UTC(2026, 10, 19, 18, 12)
const bill = {
  currency: 'EUR' as const,
  goods: [
    { label: 'Café crème', cents: 855, qty: 2, sku: 'CAFE' },
    { label: 'A very long name of an item that no paper holds', cents: 1_450, qty: 1, sku: 'X' },
  ],
  discountCents: -100,
  tipCents: 442,
  taxCents: 296,
  feeCents: 16,
  totalCents: 2_959,
}
const register = { name: 'Tresen für Gäste', footer: 'Thank you.\n\nCome back.' }
const sale = {
  register,
  id: 'rcpt_2041',
  at,
  cashier: 'Ada',
  bill,
  method: 'Cash',
  givenCents: 3_000,
  changeCents: 41,
}

describe('encodeSlip', () => {
  test.each([
    [58, 32],
    [80, 48],
  ])('default: the bytes show the receipt on paper of %i mm', (widthMm, columns) => {
    setMode('live')
    const { lines, cuts, isReset } = decodeEscPos(encodeSlip(receiptSlip(sale), widthMm))
    expect([isReset, cuts]).toEqual([true, 1])
    const texts = lines.map(({ text }) => text.trimEnd())
    expect(Math.max(...texts.map((text) => text.length))).toBeLessThanOrEqual(columns)
    expect(lines[0]).toMatchObject({ isBold: true, isTall: true })
    expect(texts[0]?.trim()).toBe('Tresen für Gäste')
    const row = (label: string, amount: string) => label + amount.padStart(columns - label.length)
    for (const expected of [
      row('2 x Café crème', '€8.55'),
      row('Discount', '-€1.00'),
      row('Tip', '€4.42'),
      row('Tax', '€2.96'),
      row('Processing Fee', '€0.16'),
      row('Total', '€29.59'),
      row('Given', '€30.00'),
      row('Change', '€0.41'),
      '-'.repeat(columns),
    ]) {
      expect(texts).toContain(expected)
    }
    expect(lines.find(({ text }) => text.startsWith('Total'))?.isBold).toBe(true)
    expect(lines.find(({ text }) => text.startsWith('Tax'))?.isBold).toBe(false)
    const all = texts.join(' ').replace(/\s+/g, ' ')
    expect(all).toContain('Paid: Cash')
    expect(all).toContain('Cashier Ada')
    expect(all).toContain('rcpt_2041')
    expect(all).toContain('Thank you. Come back.')
    // Cutters are above the print head.
    expect(texts.slice(-4)).toEqual(['', '', '', ''])
  })

  test('behavior: a long name wraps beside its amount, and no word is lost', () => {
    setMode('live')
    const { lines } = decodeEscPos(encodeSlip(receiptSlip(sale), 58))
    const texts = lines.map(({ text }) => text.trimEnd())
    const first = texts.findIndex((text) => text.startsWith('A very long'))
    expect(texts[first]).toMatch(/€14\.50$/)
    const name = texts.slice(first, first + 3).map((text) => text.slice(0, 24).trim())
    expect(name.join(' ')).toContain('A very long name of an item that no paper holds')
  })

  test('behavior: a receipt of the sandbox says so, and a copy is marked', () => {
    setMode('sandbox')
    const { lines } = decodeEscPos(encodeSlip(receiptSlip({ ...sale, isCopy: true }), 80))
    const texts = lines.map(({ text }) => text.trim())
    expect(texts).toContain('Sandbox. No real money.')
    expect(texts).toContain('Copy')
  })

  test('behavior: characters that printers lack are written in another way', () => {
    const slip = [{ kind: 'text', text: '−5 “x” × 3 … ’s \u00a0漢' }] as const
    const [line] = decodeEscPos(encodeSlip(slip, 80)).lines
    expect(line?.text.trimEnd()).toBe('-5 "x" x 3 ... \'s  ?')
  })
})
