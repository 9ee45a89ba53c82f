import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares two secrets in constant time. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected))
}

/** Hashes to equal lengths, which the constant-time comparison needs. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
