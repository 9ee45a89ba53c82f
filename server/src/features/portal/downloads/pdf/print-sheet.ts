import type { ReceiptSheet } from '../sheet.js'
import { createPen, type Pen } from './create-pen.js'
import { drawSandboxBar } from './draw-marks.js'
import { drawSheet } from './draw-sheet.js'
import type { PdfKit } from './load-pdf-kit.js'
import { colors, contentWidth, margin, sheetSize, sizes } from './look.js'

/** Prints a sheet to a PDF file. The same sheet always gives the same bytes. */
export async function printSheet(
  kit: PdfKit,
  sheet: ReceiptSheet,
  { compress = true }: { compress?: boolean } = {},
): Promise<Buffer> {
  const { state, receiptId, brandName, at } = sheet
  const doc = kit.open({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    bufferPages: true,
    compress,
    info: {
      Title: `${state.title} ${receiptId}`,
      Author: brandName,
      Subject: state.sentence,
      Creator: 'Tallystick',
      Producer: 'Tallystick',
      // Not the current time: the file's id depends on this too.
      CreationDate: new Date(at),
    },
  })
  const bytes = collect(doc)
  const pen = createPen(kit, doc)
  drawSheet(pen, sheet)
  finishPages(pen, sheet)
  doc.end()
  return bytes
}

/** Draws the banner and page numbers, once the number of pages is known. */
function finishPages(pen: Pen, { isSandbox, receiptId }: ReceiptSheet): void {
  const { count } = pen.doc.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    pen.doc.switchToPage(page)
    const box = { x: margin.left, width: contentWidth, size: sizes.caption }
    if (isSandbox) {
      drawSandboxBar(pen.doc)
      pen.y = 9
      pen.write('Sandbox. No real money is involved.', { ...box, font: 'bold' })
    }
    if (count > 1) {
      pen.y = sheetSize.height - 40
      const words = `${receiptId}, page ${page + 1} of ${count}`
      pen.write(words, { ...box, color: colors.inkSoft, align: 'right' })
    }
  }
}

async function collect(doc: PDFKit.PDFDocument): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of doc) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}
