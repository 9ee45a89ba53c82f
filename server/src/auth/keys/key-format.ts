import { createHmac } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { deriveKey } from '../../platform/secrets/derived-key.js'

const publicIdLength = 10
const secretLength = 32
const checksumLength = 6
const pattern = /^tly_(test|live)_[0-9A-Za-z]{10}_[0-9A-Za-z]{38}$/

/**
 * Formats a developer key: prefix, public id, 190-bit secret, checksum. `randomness` needs at least
 * 40 bytes; the first 10 become the public id.
 */
export function formatKey(mode: 'sandbox' | 'live', randomness: Uint8Array): string {
  const prefix = mode === 'live' ? 'tly_live' : 'tly_test'
  const publicId = encodeBase62(randomness.subarray(0, 10), publicIdLength)
  const secret = encodeBase62(randomness.subarray(10), secretLength)
  return withChecksum(`${prefix}_${publicId}_${secret}`)
}

/** Returns the part of a key that may be shown: everything before the secret. */
export function publicPartOf(key: string): string {
  return key.slice(0, key.lastIndexOf('_'))
}

/** Returns whether a text can be a key, so that a mistyped one costs no query. */
export function isWellFormedKey(text: string): boolean {
  return pattern.test(text) && withChecksum(text.slice(0, -checksumLength)) === text
}

function withChecksum(body: string): string {
  return body + encodeBase62(checksumOf(body), checksumLength)
}

/** Detects typos, not forgery. */
export function checksumOf(body: string): Uint8Array {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(body))
  return bytes
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Encodes bytes as `length` base62 digits. Higher digits that do not fit are dropped. */
export function encodeBase62(bytes: Uint8Array, length: number): string {
  let value = 0n
  for (const byte of bytes) value = (value << 8n) | BigInt(byte)

  let text = ''
  while (text.length < length) {
    text = (alphabet[Number(value % 62n)] ?? '') + text
    value /= 62n
  }
  return text
}

/** Returns a function that hashes keys for lookup in the database. */
export function createKeyHash(masterKey: string): (key: string) => Buffer {
  const pepper = deriveKey(masterKey, 'key-lookup')
  return (key) => createHmac('sha256', pepper).update(key).digest()
}
