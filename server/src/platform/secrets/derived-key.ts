import { hkdfSync } from 'node:crypto'

/** The purpose of a derived key. Keys for different purposes reveal nothing about each other. */
type Purpose =
  | 'key-lookup'
  | 'key-wrapping'
  | 'demo-key'
  | 'session-token'
  | 'device-token'
  | 'pin-pepper'
  | 'csrf-token'
  | 'sign-in-nonce'
  | 'siwx-nonce'
  | 'passkey-sign-in'
  | 'passkey-step-up'
  | 'passkey-registration'
  | 'passkey-join'
  | 'audit-chain'
  | 'portal-token'
  | 'limited-portal-token'
  | 'network-address'
  | 'offer-signature'
  | 'starter-id'
  | 'fingerprint'
  | 'idempotency-seed'
  | 'journal'
  | 'snapshot'
  | 'cancel-key'
  | 'sandbox-onramp'

/** Derives a key of `length` bytes from a configured secret. */
export function deriveKey(secret: string, purpose: Purpose, length = 32): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, 'tallystick', purpose, length))
}

/** Identifies a secret without revealing it, to label data that depends on it. */
export function fingerprintOf(secret: string): string {
  return Buffer.from(deriveKey(secret, 'fingerprint', 8)).toString('hex')
}
