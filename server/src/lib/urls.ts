import { parseUrl } from './parse-url.js'

const maxLength = 2_048

/** The browser's parser would drop, trim or turn these, and make an address of what was none. */
const misleading = /[\p{Cc}\s\\]/u

/**
 * Reads an address a caller gave us to show, call or follow: absolute, https (http where allowed), without
 * user info, at most 2,048 characters (decision R-32). The answer is in the one form that every WHATWG parser
 * reads alike; `null` when the address breaks a rule.
 */
export function parseCallerUrl(text: string, { allowHttp }: { allowHttp: boolean }): string | null {
  if (text.length > maxLength || misleading.test(text) || !text.isWellFormed()) return null

  // On the text, because the parser makes `https:example.com` and `https:///example.com` absolute too.
  const [, scheme = '', authority = ''] = /^(https?):\/\/([^/?#]+)/i.exec(text) ?? []
  if (authority === '' || authority.includes('@')) return null
  if (scheme.toLowerCase() === 'http' && !allowHttp) return null
  const url = parseUrl(text)
  return url === null || url.href.length > maxLength ? null : url.href
}
