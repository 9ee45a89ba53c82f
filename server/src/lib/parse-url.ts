/**
 * Reads an address; `null` when it is none. By trying: `URL.canParse` of Node 20 begins to deny addresses with umlauts
 * once it has been called often enough to be compiled.
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
