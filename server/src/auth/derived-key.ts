import { hkdfSync } from 'node:crypto'

/** What a derived key is for. Keys for different purposes tell nothing about each other. */
type Purpose =
  | 'key-lookup'
  | 'key-wrapping'
  | 'demo-key'
  | 'session-token'
  | 'csrf-token'
  | 'sign-in-nonce'
  | 'audit-chain'
  | 'portal-token'
  | 'fingerprint'

/** Derives a key of `length` bytes from a configured secret, one for each purpose. */
export function deriveKey(secret: string, purpose: Purpose, length = 32): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, 'tallystick', purpose, length))
}

/** Names a secret without telling anything about it, so that what was made under it can say so. */
export function fingerprintOf(secret: string): string {
  return Buffer.from(deriveKey(secret, 'fingerprint', 8)).toString('hex')
}
