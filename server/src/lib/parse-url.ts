/**
 * Parses a URL, or returns `null`. Does not use `URL.canParse`: in Node 20 it starts to reject URLs with umlauts once
 * it is compiled.
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
