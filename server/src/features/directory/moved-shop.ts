/** Response schema for a former slug. It has no body. The header `location` has the URL. */
export const movedShop = { content: {} }

/** Returns the query of a URL with its question mark, to keep it in a redirect. Empty if there is none. */
export function searchOf(url: string): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start)
}
