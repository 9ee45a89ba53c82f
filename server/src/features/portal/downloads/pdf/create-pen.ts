import type { FontName, PdfKit } from './load-pdf-kit.js'
import { colors, lineHeight, margin, sheetSize, sizes } from './look.js'
import { orderWords, printableText, wrapText } from './wrap-text.js'

type Style = { font?: FontName; size?: number; color?: string }
/** A column for text from `x` to `x + width`, left-aligned by default. */
export type Box = Style & { x: number; width: number; align?: 'left' | 'right' }

/** Writes on the pages of a document, from top to bottom. Only `ensureSpace` adds a page. */
export type Pen = {
  doc: PDFKit.PDFDocument
  /** The top of the next text. */
  y: number
  /** Adds a page if this height does not fit. Returns whether it did. */
  ensureSpace(height: number): boolean
  measure(text: string, style?: Style): number
  /** Returns the height of a text in a box. */
  height(text: string, box: Box): number
  /** Writes at `y` without moving it. Returns the height. */
  write(text: string, box: Box): number
}

/** Creates a pen at the top of the first page. */
export function createPen(kit: Pick<PdfKit, 'hasGlyph'>, doc: PDFKit.PDFDocument): Pen {
  const use = ({ font = 'regular', size = sizes.text }: Style) => doc.font(font).fontSize(size)
  const step = ({ size = sizes.text }: Style) => size * lineHeight
  // Caches per document: a shared cache would grow with every text.
  const widths = new Map<string, number>()
  const wrapped = new Map<string, string[]>()

  const measure = (text: string, style: Style = {}) =>
    remember(widths, keyOf(text, style), () => use(style).widthOfString(text))

  // Most texts are wrapped twice: to measure their height, then to write them.
  const linesOf = (text: string, box: Box) =>
    remember(wrapped, `${box.width} ${keyOf(text, box)}`, () => {
      const hasGlyph = (codePoint: number) => kit.hasGlyph(box.font ?? 'regular', codePoint)
      const measurePart = (part: string) => measure(part, box)
      const printable = printableText(text, hasGlyph)
      return wrapText(printable, { width: box.width, measure: measurePart })
    })

  const pen: Pen = {
    doc,
    y: margin.top,
    measure,
    ensureSpace(height) {
      if (pen.y + height <= sheetSize.height - margin.bottom) return false
      doc.addPage()
      pen.y = margin.top
      return true
    },
    height: (text, box) => linesOf(text, box).length * step(box),
    write(text, box) {
      const lines = linesOf(text, box)
      lines.forEach((line, index) => {
        const left = box.align === 'right' ? box.x + box.width - measure(line, box) : box.x
        writeLine(line, { ...box, x: left, y: pen.y + index * step(box) })
      })
      return lines.length * step(box)
    },
  }
  return pen

  function writeLine(line: string, { x, y, ...style }: Box & { y: number }): void {
    use(style).fillColor(style.color ?? colors.ink)
    let left = x
    // Word by word: the font would reverse a space together with the letters before it.
    for (const piece of orderWords(line)) {
      doc.text(piece, left, y, { lineBreak: false })
      // Reuse the measured widths of word and space: shaping is slow.
      left += measure(piece, style) + measure(' ', style)
    }
  }
}

function keyOf(text: string, { font = 'regular', size = sizes.text }: Style): string {
  return `${font} ${size} ${text}`
}

function remember<Value>(cache: Map<string, Value>, key: string, compute: () => Value): Value {
  const value = cache.get(key) ?? compute()
  cache.set(key, value)
  return value
}
