import type { Fact, ReceiptSheet, SheetLine } from '../sheet.js'
import type { Box, Pen } from './create-pen.js'
import {
  drawNotches,
  drawPerforation,
  drawQrCode,
  drawStateMark,
  sandboxBarHeight,
} from './draw-marks.js'
import {
  ascent,
  bandHeight,
  colors,
  contentWidth,
  margin,
  rightEdge,
  sheetSize,
  sizes,
} from './look.js'

const gap = 16

const amountWidth = 126

const qtyWidth = 56

const labelBox = { x: margin.left, width: contentWidth - amountWidth - qtyWidth - 2 * gap }

const qtyBox: Box = {
  x: rightEdge - amountWidth - gap - qtyWidth,
  width: qtyWidth,
  align: 'right',
}

const amountBox: Box = { x: rightEdge - amountWidth, width: amountWidth, align: 'right' }

const labelWidth = 132
const qrSide = 76
/** Smaller text is not legible on paper. */
const minSize = 7

/** Draws a receipt: head, lines, total, payments, refunds, link to its page, and contact. */
export function drawSheet(pen: Pen, sheet: ReceiptSheet): void {
  drawHead(pen, sheet)
  drawLines(pen, sheet)
  drawTotal(pen, sheet)
  for (const { title, facts } of sheet.sections) {
    pen.y += 20
    drawFacts(pen, { title, facts })
  }
  drawPage(pen, sheet.page)
  drawContact(pen, sheet)
}

function drawHead(pen: Pen, sheet: ReceiptSheet): void {
  const { brandName, brandColor, band, state, facts } = sheet
  const whole = { x: margin.left, width: contentWidth }
  if (band !== null) drawBand(pen, { picture: band, isSandbox: sheet.isSandbox })
  const color = brandColor ?? colors.ink
  pen.y += pen.write(brandName, { ...whole, font: 'bold', size: sizes.brand, color })
  if (brandColor !== null) {
    pen.y += 6
    pen.doc.rect(margin.left, pen.y, 36, 3).fill(brandColor)
    pen.y += 3
  }
  pen.y += 12
  pen.y += pen.write(state.title, { ...whole, size: sizes.title })
  pen.y += 2
  drawStateMark(pen.doc, { x: margin.left, y: pen.y + 0.7, tone: state.tone })
  pen.y += pen.write(state.sentence, { x: margin.left + 17, width: contentWidth - 17 })
  pen.y += 16
  drawFacts(pen, { title: null, facts })
  pen.y += 20
}

/** Draws the shop's picture over the width of the sheet, below the sandbox banner. */
function drawBand(pen: Pen, { picture, isSandbox }: { picture: string; isSandbox: boolean }): void {
  const top = isSandbox ? sandboxBarHeight : 0
  pen.doc.image(Buffer.from(picture, 'base64'), 0, top, {
    width: sheetSize.width,
    height: bandHeight,
  })
  pen.y = top + bandHeight + 28
}

function drawTotal(pen: Pen, { total, unit }: ReceiptSheet): void {
  pen.ensureSpace(96 + total.notes.length * 14)
  pen.y += 10
  drawNotches(pen.doc, { x: margin.left, y: pen.y, width: contentWidth })
  pen.y += 18

  const unitWidth = pen.measure(unit, { size: sizes.brand })
  const availableWidth = contentWidth - 80 - unitWidth - 8
  const fullWidth = pen.measure(total.amount, { font: 'bold', size: sizes.total })
  const size = Math.min(sizes.total, (sizes.total * availableWidth) / fullWidth)
  const top = pen.y
  const amountBox = { x: margin.left + 80, width: availableWidth + 1, align: 'right' as const }
  const height = pen.write(total.amount, { ...amountBox, font: 'bold', size })
  pen.y = top + (size - sizes.brand) * ascent
  pen.write('Total', { x: margin.left, width: 80, size: sizes.brand })
  const unitBox = { x: rightEdge - unitWidth, width: unitWidth + 1, color: colors.inkSoft }
  pen.write(unit, { ...unitBox, size: sizes.brand })
  pen.y = top + height

  const noteBox = { x: margin.left, width: contentWidth, align: 'right' as const }
  for (const note of total.notes) {
    pen.y += pen.write(note, { ...noteBox, color: colors.inkSoft })
  }
}

function drawFacts(
  pen: Pen,
  { title, facts }: { title: string | null; facts: readonly Fact[] },
): void {
  const label = { x: margin.left, width: labelWidth - 8, color: colors.inkSoft }
  const value = { x: margin.left + labelWidth, width: contentWidth - labelWidth }
  const boxOf = (text: string) => ({ ...value, size: fitSize(pen, { text, width: value.width }) })
  const heightOf = (fact: Fact) =>
    fact.values.reduce((sum, text) => sum + pen.height(text, boxOf(text)), 0)

  facts.forEach((fact, index) => {
    const isTitled = index === 0 && title !== null
    pen.ensureSpace(heightOf(fact) + (isTitled ? 26 : 4))
    if (isTitled) {
      pen.y += pen.write(title, {
        ...label,
        width: contentWidth,
        font: 'bold',
        color: colors.ink,
      })
      pen.y += 4
    }
    pen.write(fact.label, label)
    for (const text of fact.values) {
      const box = boxOf(text)
      pen.y += (sizes.text - box.size) * ascent
      pen.y += pen.write(text, box)
    }
    pen.y += fact.values.length > 1 ? 6 : 2
  })
}

/** Shrinks hashes and addresses to one line, which makes them easier to compare. */
function fitSize(pen: Pen, { text, width }: { text: string; width: number }): number {
  if (text.includes(' ')) return sizes.text
  // Slightly less, so that rounding does not break the line.
  const fitting = (sizes.text * (width - 0.1)) / pen.measure(text)
  return Math.max(minSize, Math.min(sizes.text, fitting))
}

/** Draws the QR code and link of the payment page. */
function drawPage(pen: Pen, { url, words }: ReceiptSheet['page']): void {
  pen.ensureSpace(qrSide + 44)
  pen.y += 24
  const top = pen.y
  drawQrCode(pen.doc, { text: url, x: margin.left, y: top, side: qrSide })
  const rightColumn = { x: margin.left + labelWidth, width: contentWidth - labelWidth }
  pen.y += pen.write(words, { ...rightColumn, font: 'bold' })
  pen.write(url, { ...rightColumn, size: sizes.caption, color: colors.inkSoft })
  pen.y = top + qrSide + 20
  drawPerforation(pen.doc, { x: margin.left, y: pen.y, width: contentWidth })
}

/** Draws how to reach the shop, as clickable links. */
function drawContact(pen: Pen, { contact }: ReceiptSheet): void {
  const style = { size: sizes.caption, color: colors.inkSoft }
  const title = { ...style, x: margin.left, width: contentWidth, font: 'bold' as const }
  const label = { ...style, x: margin.left, width: labelWidth - 8 }
  const value = { ...style, x: margin.left + labelWidth, width: contentWidth - labelWidth }

  contact.forEach(({ label: words, text, href }, index) => {
    const height = pen.height(text, value)
    pen.ensureSpace(height + (index === 0 ? 40 : 4))
    if (index === 0) {
      pen.y += 16
      pen.y += pen.write('Contact', title)
      pen.y += 4
    }
    pen.write(words, label)
    pen.write(text, value)
    pen.doc.link(value.x, pen.y, value.width, height, href)
    pen.y += height + 2
  })
}

/** Draws the line items, with a heading on every page. */
function drawLines(pen: Pen, { lines, unit }: ReceiptSheet): void {
  pen.ensureSpace(60)
  drawHeading(pen, unit)
  for (const line of lines) {
    if (pen.ensureSpace(pen.height(line.label, labelBox) + 6)) drawHeading(pen, unit)
    drawLine(pen, line)
  }
}

function drawHeading(pen: Pen, unit: string): void {
  const style = { size: sizes.caption, color: colors.inkSoft }
  pen.write('Item', { ...labelBox, ...style })
  pen.write('Quantity', { ...qtyBox, ...style })
  pen.y += pen.write(`Amount in ${unit}`, { ...amountBox, ...style })
  pen.y += 4
  pen.doc
    .moveTo(margin.left, pen.y)
    .lineTo(rightEdge, pen.y)
    .lineWidth(0.75)
    .strokeColor(colors.line)
    .stroke()
  pen.y += 8
}

function drawLine(pen: Pen, { label, qty, amount, isAside }: SheetLine): void {
  const color = isAside ? colors.inkSoft : colors.ink
  const heights = [
    pen.write(label, { ...labelBox, color }),
    pen.write(qty, { ...qtyBox, color: colors.inkSoft }),
    pen.write(amount, { ...amountBox, color }),
  ]
  pen.y += Math.max(...heights) + 6
}
