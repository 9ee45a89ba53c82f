import { displayText } from '../../lib/fields/field-rules.js'
import type { Rule } from '../../lib/fields/read-fields.js'
import { parseCallerUrl } from '../../lib/urls.js'
import type { Config } from '../../platform/config/config.js'

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

/** Characters that would end a CSS `url()` or an attribute. The URL parser has already encoded most of them. */
const unsafeInQuotes = /["'`()<>\\\s]/

/** The rules of the site theme. Pages write these values into style sheets, so they must be safe there. */
export function siteThemeRules(mode: Mode) {
  const image = imageUrl(mode)
  return {
    primaryColor: colour,
    secondaryColor: colour,
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

const colour: Rule<string> = (value) =>
  typeof value === 'string' && /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(value)
    ? { value }
    : { problem: 'must be a color such as #8A4B14' }

const font: Rule<string> = (value) => {
  const wanted = typeof value === 'string' ? value.toLowerCase() : null
  const found = fonts.find((name) => name.toLowerCase() === wanted)
  return found ? { value: found } : { problem: `must be one of ${fonts.join(', ')}` }
}

function imageUrl(mode: Mode): Rule<string> {
  const allowHttp = mode === 'sandbox'
  const problem = `must be an absolute https URL of at most 2048 characters without user info, quotes or brackets, or empty`
  return (value) => {
    if (value === '') return { value }
    const href = typeof value === 'string' ? parseCallerUrl(value, { allowHttp }) : null
    return href === null || unsafeInQuotes.test(href) ? { problem } : { value: href }
  }
}
