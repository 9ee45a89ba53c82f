/** In points. A4, which American printers fit by themselves. */
export const sheetSize = { width: 595.28, height: 841.89 } as const
export const margin = { left: 64, right: 64, top: 56, bottom: 50 } as const
export const contentWidth = sheetSize.width - margin.left - margin.right
export const rightEdge = sheetSize.width - margin.right

/** The light theme's, on white: a tinted page costs ink and prints grey. */
export const colours = {
  ink: '#1C1B19',
  inkSoft: '#5B5750',
  line: '#E6E2DA',
  good: '#17693C',
  warn: '#8A5A00',
  sandbox: '#FFB224',
} as const

/** The page's own sizes, in points. */
export const sizes = { caption: 8.5, text: 9.75, brand: 12.75, title: 21, total: 30 } as const

/** From one line of text to the next, as a share of the size. */
export const lineHeight = 1.45

/** How far below its top a text stands, as a share of the size: what puts two sizes on one line. */
export const ascent = 0.93
