import type { ReceiptSheet, SheetLine } from '../sheet.js'
import type { Box, Pen } from './create-pen.js'
import { colors, contentWidth, margin, rightEdge, sizes } from './look.js'

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

/** Draws the line items, with a heading on every page. */
export function drawLines(pen: Pen, { lines, unit }: ReceiptSheet): void {
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
