import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether two secrets are equal, in a time that tells nothing about either. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected))
}

/** Equal lengths, so that comparing takes the same time whatever was sent. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
