import { WebhookError } from './webhook-error.js'

/**
 * Headers of `fetch`, headers of Node, or any object with header names in any case.
 *
 * @example
 * const headers: WebhookHeaders = request.headers
 */
export type WebhookHeaders =
  | { forEach(visit: (value: string, name: string) => void): void }
  | { readonly [name: string]: string | readonly string[] | undefined }

/**
 * Returns all headers by lower-case name. Joins different values of a repeated header with commas,
 * so that they are not a valid signature. Keeps identical values once.
 *
 * @throws {WebhookError} `headers_missing`
 */
export function readHeaders(headers: unknown): Map<string, string> {
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) {
    throw new WebhookError(
      'headers_missing',
      'headers is not an object. Pass request.headers of Node or fetch.',
    )
  }

  const values = new Map<string, Set<string>>()
  for (const [name, value] of entriesOf(headers)) {
    const distinct = values.get(name.toLowerCase()) ?? new Set()
    for (const item of Array.isArray(value) ? value : [value]) {
      if (typeof item === 'string' && item.trim() !== '') distinct.add(item.trim())
    }
    if (distinct.size > 0) values.set(name.toLowerCase(), distinct)
  }
  return new Map([...values].map(([name, distinct]) => [name, [...distinct].join(', ')]))
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
