/** A4 in points. Printers scale it to US Letter. */
export const sheetSize = { width: 595.28, height: 841.89 } as const
export const margin = { left: 64, right: 64, top: 56, bottom: 50 } as const
export const contentWidth = sheetSize.width - margin.left - margin.right
export const rightEdge = sheetSize.width - margin.right

/** The height of a shop's picture at the top. */
export const bandHeight = 92

/** The light theme on white, because a tinted page prints grey. */
export const colors = {
  ink: '#1C1B19',
  inkSoft: '#5B5750',
  line: '#E6E2DA',
  good: '#17693C',
  warn: '#8A5A00',
  sandbox: '#FFB224',
} as const

/** Font sizes in points. */
export const sizes = { caption: 8.5, text: 9.75, brand: 12.75, title: 21, total: 30 } as const

/** Line height as a multiple of the font size. */
export const lineHeight = 1.45

/** Distance from the top of a text to its baseline, as a share of the size. Aligns two sizes on one line. */
export const ascent = 0.93
