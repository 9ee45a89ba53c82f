import { displayText } from '../../lib/fields/field-rules.js'
import type { Rule } from '../../lib/fields/read-fields.js'
import type { Config } from '../../platform/config/config.js'
import { imageUrl } from './url-rule.js'

type Mode = Config['mode']

/** Fonts that systems have or our pages ship. The name is written into style sheets unescaped. */
const fonts = [
  'system-ui',
  'Inter',
  'Georgia',
  'Helvetica',
  'Arial',
  'Verdana',
  'Times New Roman',
  'Courier New',
  'serif',
  'sans-serif',
  'monospace',
]

/** The rules of the site theme. The values must be safe in style sheets. */
export function siteThemeRules(mode: Mode) {
  const image = imageUrl(mode)
  return {
    primaryColor: color,
    secondaryColor: color,
    brandLogoUrl: image,
    brandFaviconUrl: image,
    brandName: displayText({ maxLength: 80 }),
    fontFamily: font,
    receiptBackgroundUrl: image,
  }
}

export function shopThemeRules(mode: Mode) {
  return { ...siteThemeRules(mode), coverPhotoUrl: imageUrl(mode) }
}

const color: Rule<string> = (value) =>
  typeof value === 'string' && /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(value)
    ? { value }
    : { problem: 'must be a color such as #8A4B14' }

const font: Rule<string> = (value) => {
  const folded = typeof value === 'string' ? value.toLowerCase() : null
  const name = fonts.find((font) => font.toLowerCase() === folded)
  return name ? { value: name } : { problem: `must be one of ${fonts.join(', ')}` }
}
