import { hkdfSync } from 'node:crypto'

/** What a derived key is for. Keys for different purposes tell nothing about each other. */
type Purpose = 'key-lookup' | 'demo-key'

/** Derives a key of `length` bytes from a configured secret, one for each purpose. */
export function deriveKey(secret: string, purpose: Purpose, length = 32): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, 'tallystick', purpose, length))
}
