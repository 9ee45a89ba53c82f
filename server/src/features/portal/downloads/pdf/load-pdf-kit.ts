import { createRequire } from 'node:module'

export type FontName = 'regular' | 'bold'

export type PdfKit = {
  /** Opens a document with the fonts registered by name. */
  open(options: PDFKit.PDFDocumentOptions): PDFKit.PDFDocument
  hasGlyph(font: FontName, codePoint: number): boolean
}

/**
 * A font that pdfkit has parsed. It accepts these in place of files, which its types do not say.
 * Parsing the files again takes longer than printing a receipt.
 */
type ReadFont = { hasGlyphForCodePoint(codePoint: number): boolean }

const files: Readonly<Record<FontName, string>> = {
  regular: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  bold: 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
}

/** Loads pdfkit and the fonts. They are large, so load them only when a file is requested. */
export async function loadPdfKit(): Promise<PdfKit> {
  const { default: PdfDocument } = await import('pdfkit')
  const { resolve } = createRequire(import.meta.url)

  const read = (name: FontName): ReadFont => {
    const draft = new PdfDocument({ font: resolve(files[name]), autoFirstPage: false })
    return (draft as unknown as { _font: { font: ReadFont } })._font.font
  }
  const fonts = { regular: read('regular'), bold: read('bold') }

  return {
    hasGlyph: (font, codePoint) => fonts[font].hasGlyphForCodePoint(codePoint),
    open(options) {
      // No default font, which would be embedded too.
      const doc = new PdfDocument({ ...options, font: '' })
      for (const name of ['regular', 'bold'] as const) {
        doc.registerFont(name, fonts[name] as unknown as string)
      }
      return doc
    },
  }
}
