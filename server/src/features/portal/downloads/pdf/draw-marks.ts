import { drawQr } from '@tallystick/web/qr'
import type { SheetState } from '../sheet.js'
import { colors, sheetSize } from './look.js'

type Document = PDFKit.PDFDocument
type Rule = { x: number; y: number; width: number }

const toneColors = { good: colors.good, warn: colors.warn, plain: colors.inkSoft } as const

/** Draws the rule above the total: the edge of a tally stick with its notches. */
export function drawNotches(doc: Document, { x, y, width }: Rule): void {
  const notches = 24
  const step = width / notches
  doc.moveTo(x, y)
  for (let notch = 0; notch < notches; notch += 1) {
    const middle = x + (notch + 0.5) * step
    doc
      .lineTo(middle - 2.5, y)
      .lineTo(middle, y + 4.5)
      .lineTo(middle + 2.5, y)
  }
  doc
    .lineTo(x + width, y)
    .lineWidth(1)
    .lineJoin('miter')
    .strokeColor(colors.ink)
    .stroke()
}

/** Draws the dashed line at the end of the order summary. */
export function drawPerforation(doc: Document, { x, y, width }: Rule): void {
  doc
    .save()
    .moveTo(x, y)
    .lineTo(x + width, y)
  doc.lineWidth(1).dash(4, { space: 4 }).strokeColor(colors.inkSoft).stroke().restore()
}

/** Draws the icon of a state: a tick for paid, a ring for due, a bar for refunded. */
export function drawStateMark(
  doc: Document,
  { x, y, tone }: { x: number; y: number; tone: SheetState['tone'] },
): void {
  const color = toneColors[tone]
  doc.save().lineWidth(1.25).lineCap('round').lineJoin('round')
  if (tone === 'good') {
    doc.circle(x + 5, y + 5, 5.5).fill(color)
    doc
      .moveTo(x + 2.6, y + 5.2)
      .lineTo(x + 4.4, y + 7)
      .lineTo(x + 7.5, y + 3.4)
    doc.strokeColor('#FFFFFF').stroke()
  } else {
    doc
      .circle(x + 5, y + 5, 5)
      .strokeColor(color)
      .stroke()
    if (tone === 'plain')
      doc
        .moveTo(x + 2.6, y + 5)
        .lineTo(x + 7.4, y + 5)
        .stroke()
  }
  doc.restore()
}

/** Draws a clickable QR code. Its dark modules start at `x`. */
export function drawQrCode(
  doc: Document,
  { text, x, y, side }: { text: string; x: number; y: number; side: number },
): void {
  const { size, path } = drawQr(text)
  const quiet = 4
  const scale = side / (size - 2 * quiet)
  doc
    .save()
    .translate(x - quiet * scale, y - quiet * scale)
    .scale(scale)
  // A hairline stroke hides white gaps between the rows on screens.
  doc.path(path).lineWidth(0.04).fillAndStroke('#000000', '#000000').restore()
  doc.link(x, y, side, side, text)
}

export const sandboxBarHeight = 36

/** Draws the sandbox banner at the top of a page. */
export function drawSandboxBar(doc: Document): void {
  const edge = 6
  const height = sandboxBarHeight - edge
  doc.rect(0, 0, sheetSize.width, height).fill(colors.sandbox)
  doc.save().rect(0, height, sheetSize.width, edge).clip()
  doc.rect(0, height, sheetSize.width, edge).fill(colors.sandbox)
  for (let x = -edge; x < sheetSize.width; x += 2 * edge) {
    doc
      .moveTo(x, height + edge)
      .lineTo(x + edge, height)
      .lineTo(x + 2 * edge, height)
    doc.lineTo(x + edge, height + edge).fill(colors.ink)
  }
  doc.restore()
}
