const maxLength = 2_048

/** Characters that URL parsers drop, trim or convert, which can make an invalid URL valid. */
const misleading = /[\p{Cc}\s\\]/u

/**
 * Validates a URL from a caller: absolute, https (or http where allowed), without user info, at
 * most 2,048 characters. Returns the normalized form that every WHATWG parser reads alike, or
 * `null`.
 */
export function parseCallerUrl(text: string, { allowHttp }: { allowHttp: boolean }): string | null {
  if (text.length > maxLength || misleading.test(text) || !text.isWellFormed()) return null

  // Checked on the text, because the parser also accepts `https:example.com` and
  // `https:///example.com`.
  const [, scheme = '', authority = ''] = /^(https?):\/\/([^/?#]+)/i.exec(text) ?? []
  if (authority === '' || authority.includes('@')) return null
  if (scheme.toLowerCase() === 'http' && !allowHttp) return null
  const url = parseUrl(text)
  return url === null || url.href.length > maxLength ? null : url.href
}

/**
 * Parses a URL, or returns `null`. Does not use `URL.canParse`: in Node 20 it starts to reject URLs
 * with umlauts once it is compiled.
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
