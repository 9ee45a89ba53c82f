import type { PortalReceipt } from '@tallystick/sdk'
import { contrast, formatColour, parseColour, type Rgb, readableOn } from './contrast.js'

/** What the tokens say a card is, by day and by night. */
const surfaces = { light: [255, 255, 255], dark: [30, 28, 25] } as const satisfies Record<
  string,
  Rgb
>
const ink: Rgb = [28, 27, 25]
const white: Rgb = [255, 255, 255]

/** What the tokens say already, and better by night. */
const ownAccent = '#8a4b14'

/** Names as they may stand in a style sheet. Others are not a font of ours, whatever they are. */
const fontName = /^[a-z][a-z -]{0,40}$/i

/**
 * A shop's own accent and font, as far as they can be read: the accent is made darker by day and lighter by night until
 * it can. Empty where the shop has none.
 */
export function themeCss({
  primaryColor,
  fontFamily,
}: Pick<PortalReceipt['theme'], 'primaryColor' | 'fontFamily'>): string {
  const accent = primaryColor.toLowerCase() === ownAccent ? null : parseColour(primaryColor)
  const font =
    fontName.test(fontFamily) && fontFamily !== 'system-ui' ? `--font:${fontOf(fontFamily)};` : ''
  if (!accent) return font && `:root{${font}}`
  const light = accentOn(accent, surfaces.light)
  const dark = accentOn(accent, surfaces.dark)
  return `:root{${font}${light}}@media(prefers-color-scheme:dark){:root{${dark}}}`
}

function accentOn(wanted: Rgb, surface: Rgb): string {
  const accent = readableOn(wanted, surface)
  const onAccent = contrast(white, accent) >= contrast(ink, accent) ? white : ink
  return `--accent:${formatColour(accent)};--on-accent:${formatColour(onAccent)}`
}

function fontOf(name: string): string {
  const isKind = name === 'serif' || name === 'sans-serif' || name === 'monospace'
  return isKind ? name : `"${name}",system-ui,sans-serif`
}
