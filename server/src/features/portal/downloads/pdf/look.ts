import { tokens } from '@tallystick/web/tokens'

/** A4 in points. Printers scale it to US Letter. */
export const sheetSize = { width: 595.28, height: 841.89 } as const
export const margin = { left: 64, right: 64, top: 56, bottom: 50 } as const
export const contentWidth = sheetSize.width - margin.left - margin.right
export const rightEdge = sheetSize.width - margin.right

/** The height of a shop's picture at the top. */
export const bandHeight = 92

const { light, sandbox } = tokens

/** The light theme on white, because a tinted page prints gray. */
export const colors = {
  ink: light.ink,
  inkSoft: light['ink-soft'],
  line: light.line,
  good: light.good,
  warn: light.warn,
  sandbox: sandbox.sandbox,
} as const

/** Returns a size of the pages in points. */
const toPoints = (pixels: (typeof tokens.text)[number]) => pixels * 0.75

/** Font sizes in points. */
export const sizes = {
  caption: 8.5,
  text: toPoints(13),
  brand: toPoints(17),
  title: toPoints(28),
  total: toPoints(40),
} as const

/** Line height as a multiple of the font size. */
export const lineHeight = 1.45

/** Distance from the top of a text to its baseline, as a share of the size. */
export const ascent = 0.93
