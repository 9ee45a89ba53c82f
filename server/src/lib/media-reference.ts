import { parseUrl } from './urls.js'

/** A picture in the media store, as items and order lines refer to it. */
type MediaReference = `media:${string}`

const hashPattern = /^[0-9a-f]{64}$/
const pathPattern = /^\/media\/([0-9a-f]{64})\/(?:48|320|960)\.webp$/

/** Returns the reference to the picture with this hash. */
export function referTo(hash: string): MediaReference {
  return `media:${hash}`
}

/** Returns whether a text refers to a picture, instead of being a URL or a data URI. */
export function isReference(text: string): text is MediaReference {
  return text.startsWith('media:')
}

/** Returns the hash that a text refers to, or null when it is no reference, such as a URL. */
export function hashOfReference(text: string): string | null {
  const hash = isReference(text) ? text.slice(6) : ''
  return hashPattern.test(hash) ? hash : null
}

/** Returns the address of a picture below the service's URL. */
export function mediaUrl(baseUrl: string, hash: string, size: 48 | 320 | 960 = 960): string {
  return `${baseUrl}/media/${hash}/${size}.webp`
}

/** Returns the hash in the address of one of our pictures, in any size, or null. */
export function hashInUrl(url: string, origins: readonly string[]): string | null {
  const origin = origins.find((own) => url.startsWith(own))
  // Usually as this service writes it, which needs no parsing.
  const hash = origin === undefined ? null : pathPattern.exec(url.slice(origin.length))?.[1]
  if (hash) return hash
  const parsed = url.includes('/media/') ? parseUrl(url) : null
  if (parsed === null || !origins.includes(parsed.origin)) return null
  return pathPattern.exec(parsed.pathname)?.[1] ?? null
}
