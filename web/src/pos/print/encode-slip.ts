import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder'
import type { Slip, SlipLine } from './slips.js'

/** Characters per line of the usual font, on paper of 58 and 80 mm. */
const columnsOf: Record<number, number> = { 58: 32, 80: 48 }
const linesBeforeCut = 4

/** Characters that the code pages of printers do not have. */
const replacements: [RegExp, string][] = [
  [/\u2212/g, '-'],
  [/\u00d7/g, 'x'],
  [/[\u00a0\u2007-\u200a\u202f]/g, ' '],
  [/[\u2018\u2019]/g, "'"],
  [/[\u201c\u201d]/g, '"'],
  [/[\u2013\u2014]/g, '-'],
  [/\u2026/g, '...'],
]

/** Returns the ESC/POS commands that print a slip and cut the paper. */
export function encodeSlip(slip: Slip, widthMm: number): Uint8Array {
  const columns = columnsOf[widthMm] ?? 48
  const encoder = new ReceiptPrinterEncoder({
    language: 'esc-pos',
    columns,
    codepageCandidates: ['cp437', 'cp858', 'cp852', 'cp866', 'windows1252'],
    feedBeforeCut: linesBeforeCut,
    errors: 'relaxed',
  })
  encoder.initialize().codepage('auto')
  for (const line of slip) addLine(encoder, line, columns)
  return encoder.cut('partial').encode()
}

function addLine(encoder: ReceiptPrinterEncoder, line: SlipLine, columns: number): void {
  switch (line.kind) {
    case 'rule':
      encoder.line('-'.repeat(columns))
      return
    case 'title':
      encoder.align('center').bold(true).size(1, 2).line(plain(line.text))
      encoder.size(1, 1).bold(false).align('left')
      return
    case 'center':
      encoder.align('center').line(plain(line.text)).align('left')
      return
    case 'text':
      encoder.line(plain(line.text))
      return
    default:
      addRow(encoder, line, columns)
  }
}

/** The amount stays whole, and a long label wraps beside it. */
function addRow(
  encoder: ReceiptPrinterEncoder,
  { kind, label, value }: Extract<SlipLine, { value: string }>,
  columns: number,
): void {
  const amount = plain(value)
  const amountWidth = Math.min(amount.length, columns - 8)
  const cells = [
    { width: columns - amountWidth - 1, marginRight: 1, align: 'left' as const },
    { width: amountWidth, align: 'right' as const },
  ]
  if (kind === 'total') encoder.bold(true)
  encoder.table(cells, [[plain(label), amount]])
  if (kind === 'total') encoder.bold(false)
}

function plain(text: string): string {
  return replacements.reduce((kept, [found, written]) => kept.replace(found, written), text)
}
