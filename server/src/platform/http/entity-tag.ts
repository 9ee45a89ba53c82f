import { createHash } from 'node:crypto'

/** Returns the entity tag of a response body. */
export function entityTagOf(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url')}"`
}

/** Returns whether an `if-none-match` header names a tag. */
export function hasTag(header: string | undefined, tag: string): boolean {
  return header?.split(',').some((given) => given.trim().replace(/^W\//, '') === tag) ?? false
}
