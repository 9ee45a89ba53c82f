import { createRequire } from 'node:module'

export type FontName = 'regular' | 'bold'

export type PdfKit = {
  /** A document that knows the fonts by their names here. */
  open(options: PDFKit.PDFDocumentOptions): PDFKit.PDFDocument
  hasGlyph(font: FontName, codePoint: number): boolean
}

/**
 * What pdfkit makes of a font file. It takes these in place of files as well, which its types do not say; reading the
 * files anew takes longer than printing a receipt.
 */
type ReadFont = { hasGlyphForCodePoint(codePoint: number): boolean }

const files: Readonly<Record<FontName, string>> = {
  regular: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  bold: 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
}

/** What writes PDF files, and the fonts for it. Large, so nobody should load it before a file is asked for. */
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
      // Without a font of its own, which would be another one to embed.
      const doc = new PdfDocument({ ...options, font: '' })
      for (const name of ['regular', 'bold'] as const) {
        doc.registerFont(name, fonts[name] as unknown as string)
      }
      return doc
    },
  }
}
