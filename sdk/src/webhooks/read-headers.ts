import { WebhookError } from './webhook-error.js'

/**
 * As `fetch` has them, as Node has them, or any object with names in any case.
 *
 * @example
 * const headers: WebhookHeaders = request.headers
 */
export type WebhookHeaders =
  | { forEach(visit: (value: string, name: string) => void): void }
  | { readonly [name: string]: string | readonly string[] | undefined }

/**
 * All headers by their names in small letters. A header that came twice is joined as HTTP does it, so it will not pass
 * for a signature; one that was only copied is still one.
 *
 * @throws {WebhookError} `headers_missing`
 */
export function readHeaders(headers: unknown): Map<string, string> {
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) {
    throw new WebhookError(
      'headers_missing',
      'headers is no object. Pass request.headers, of Node or of fetch.',
    )
  }

  const values = new Map<string, Set<string>>()
  for (const [name, given] of entriesOf(headers)) {
    const known = values.get(name.toLowerCase()) ?? new Set()
    for (const value of Array.isArray(given) ? given : [given]) {
      if (typeof value === 'string' && value.trim() !== '') known.add(value.trim())
    }
    if (known.size > 0) values.set(name.toLowerCase(), known)
  }
  return new Map([...values].map(([name, known]) => [name, [...known].join(', ')]))
}

function entriesOf(headers: object): [string, unknown][] {
  if (!('forEach' in headers) || typeof headers.forEach !== 'function') {
    return Object.entries(headers)
  }
  const entries: [string, unknown][] = []
  headers.forEach((value: unknown, name: unknown) => {
    entries.push([String(name), value])
  })
  return entries
}
