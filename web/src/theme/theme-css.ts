import type { PortalReceipt } from '@tallystick/sdk'
import { contrast, formatColour, parseColour, type Rgb, readableOn } from './contrast.js'

/** The card colours of the design tokens. */
const surfaces = { light: [255, 255, 255], dark: [30, 28, 25] } as const satisfies Record<
  string,
  Rgb
>
const ink: Rgb = [28, 27, 25]
const white: Rgb = [255, 255, 255]

/** The default accent. The tokens define it, with a better variant for dark mode. */
const defaultAccent = '#8a4b14'

/** Font names that are safe in a style sheet. */
const fontName = /^[a-z][a-z -]{0,40}$/i

/**
 * Returns CSS for a shop's accent and font, or an empty string. The accent is darkened in light mode and lightened in
 * dark mode until it is readable.
 */
export function themeCss({
  primaryColor,
  fontFamily,
}: Pick<PortalReceipt['theme'], 'primaryColor' | 'fontFamily'>): string {
  const accent = primaryColor.toLowerCase() === defaultAccent ? null : parseColour(primaryColor)
  const font =
    fontName.test(fontFamily) && fontFamily !== 'system-ui'
      ? `--font:${fontStack(fontFamily)};`
      : ''
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

function fontStack(name: string): string {
  const isKind = name === 'serif' || name === 'sans-serif' || name === 'monospace'
  return isKind ? name : `"${name}",system-ui,sans-serif`
}
