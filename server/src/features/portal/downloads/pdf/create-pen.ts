import type { FontName, PdfKit } from './load-pdf-kit.js'
import { colours, lineHeight, margin, sheetSize, sizes } from './look.js'
import { orderWords } from './order-words.js'
import { printableText } from './printable-text.js'
import { wrapText } from './wrap-text.js'

type Style = { font?: FontName; size?: number; colour?: string }
/** Where a text stands: between `x` and `x + width`, at the left of it unless it is said otherwise. */
export type Box = Style & { x: number; width: number; align?: 'left' | 'right' }

/** What writes on the pages of a document, from the top down. Only `room` turns a page. */
export type Pen = {
  doc: PDFKit.PDFDocument
  /** Where the next text begins. */
  y: number
  /** Makes sure that so much fits on the page. Returns whether it took another one. */
  room(height: number): boolean
  measure(text: string, style?: Style): number
  /** How high a text is in a box. */
  height(text: string, box: Box): number
  /** Writes at `y` and leaves it there. Returns how high that is. */
  write(text: string, box: Box): number
}

/** A pen at the top of a document's first page. */
export function createPen(kit: Pick<PdfKit, 'hasGlyph'>, doc: PDFKit.PDFDocument): Pen {
  const use = ({ font = 'regular', size = sizes.text }: Style) => doc.font(font).fontSize(size)
  const step = ({ size = sizes.text }: Style) => size * lineHeight
  // For this document alone: what strangers wrote would pile up otherwise.
  const widths = new Map<string, number>()
  const wrapped = new Map<string, string[]>()

  const measure = (text: string, style: Style = {}) =>
    remember(widths, keyOf(text, style), () => use(style).widthOfString(text))

  // Asked for twice for most texts: how high they are, then to write them.
  const linesOf = (text: string, box: Box) =>
    remember(wrapped, `${box.width} ${keyOf(text, box)}`, () => {
      const hasGlyph = (codePoint: number) => kit.hasGlyph(box.font ?? 'regular', codePoint)
      const wide = (part: string) => measure(part, box)
      return wrapText(printableText(text, hasGlyph), { width: box.width, measure: wide })
    })

  const pen: Pen = {
    doc,
    y: margin.top,
    measure,
    room(height) {
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
    use(style).fillColor(style.colour ?? colours.ink)
    let left = x
    // One by one: a space would be turned around with the letters before it.
    for (const piece of orderWords(line)) {
      doc.text(piece, left, y, { lineBreak: false })
      // The word and the space each by itself, as they were measured before: shaping is slow.
      left += measure(piece, style) + measure(' ', style)
    }
  }
}

function keyOf(text: string, { font = 'regular', size = sizes.text }: Style): string {
  return `${font} ${size} ${text}`
}

function remember<Value>(known: Map<string, Value>, key: string, compute: () => Value): Value {
  const before = known.get(key)
  if (before !== undefined) return before
  const value = compute()
  known.set(key, value)
  return value
}
