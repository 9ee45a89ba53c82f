import type { PortalReceipt } from '@tallystick/sdk'
import { tokens } from '../../tokens/tokens.js'
import { contrast, formatColor, parseColor, type Rgb, readableOn } from './contrast.js'

const { light, dark } = tokens
const surfaces = { light: rgbOf(light.surface), dark: rgbOf(dark.surface) }
const ink = rgbOf(light.ink)
const white = rgbOf(light.surface)

/** The default accent, of which the tokens have a better variant for dark mode. */
const defaultAccent = light.accent

/** Font names that are safe in a style sheet. */
const fontName = /^[a-z][a-z -]{0,40}$/i

/** The default of the band behind the shop's name, which is none. */
const defaultBand = light.ink

/** Pictures of our own store, as the server writes their paths. */
const picturePath = /^\/media\/[0-9a-f]{64}\/960\.webp$/

type Theme = Pick<
  PortalReceipt['theme'],
  'primaryColor' | 'secondaryColor' | 'fontFamily' | 'receiptBackgroundUrl'
>

/**
 * Returns CSS for a shop's colors, font and background, or an empty string. The accent is darkened
 * in light mode and lightened in dark mode until it is readable, and the band until its text is.
 * Nothing is written on the background.
 */
export function themeCss(theme: Theme): string {
  const { primaryColor, secondaryColor, fontFamily, receiptBackgroundUrl } = theme
  const accent = primaryColor.toLowerCase() === defaultAccent ? null : parseColor(primaryColor)
  const band = secondaryColor.toLowerCase() === defaultBand ? null : parseColor(secondaryColor)
  const font =
    fontName.test(fontFamily) && fontFamily !== 'system-ui'
      ? `--font:${fontStack(fontFamily)};`
      : ''
  const root = font + (accent ? accentOn(accent, surfaces.light) : '')
  return [
    root && `:root{${root}}`,
    accent && `@media(prefers-color-scheme:dark){:root{${accentOn(accent, surfaces.dark)}}}`,
    band && bandCss(band),
    picturePath.test(receiptBackgroundUrl) && backgroundCss(receiptBackgroundUrl),
  ]
    .filter(Boolean)
    .join('')
}

/** The shop's name on a band of its second color. Its monogram has the colors reversed. */
function bandCss(wantedRgb: Rgb): string {
  const text = contrast(white, wantedRgb) >= contrast(ink, wantedRgb) ? white : ink
  const band = formatColor(readableOn(wantedRgb, text))
  const onBand = formatColor(text)
  return `.top{--band:${band};--accent:${onBand};--on-accent:${band};margin-block-end:var(--space-24);background:var(--band);color:${onBand}}`
}

/** A picture behind the cards. Text beside them gets a ground of its own. */
function backgroundCss(path: string): string {
  return (
    `@media screen{body::before{content:"";position:fixed;inset:0;z-index:-1;background:url(${path}) center/cover}` +
    '.top{background-color:var(--band,var(--paper));margin-block-end:var(--space-24)}' +
    '.order-summary{border-block-end:var(--border);border-radius:var(--radius-card)}.order-summary::after{content:none}' +
    '.foot{max-width:none;margin-block-start:var(--space-24);background:var(--paper)}' +
    '.foot>*{width:100%;max-width:58rem;margin-inline:auto}' +
    '.aside:not(:empty){padding:var(--space-16);background:var(--surface);border:var(--border);border-radius:var(--radius-card)}}' +
    '@media screen and (prefers-color-scheme:dark){body::before{opacity:.45}}'
  )
}

function accentOn(wantedRgb: Rgb, surface: Rgb): string {
  const accent = readableOn(wantedRgb, surface)
  const onAccent = contrast(white, accent) >= contrast(ink, accent) ? white : ink
  return `--accent:${formatColor(accent)};--on-accent:${formatColor(onAccent)}`
}

function fontStack(name: string): string {
  const isKind = name === 'serif' || name === 'sans-serif' || name === 'monospace'
  return isKind ? name : `"${name}",system-ui,sans-serif`
}

function rgbOf(color: string): Rgb {
  return parseColor(color) ?? [0, 0, 0]
}
