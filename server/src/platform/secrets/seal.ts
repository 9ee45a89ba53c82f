import {
  createCipheriv,
  createDecipheriv,
  createHash,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Encrypts with a 32-byte key (AES-GCM). `unseal` needs the same `label`, which is not stored. */
export function seal(key: Uint8Array, plain: Uint8Array, label: string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(label))
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted])
}

/**
 * Decrypts the result of `seal`.
 *
 * @throws when the key or label differs or the data was changed.
 */
export function unseal(key: Uint8Array, sealed: Uint8Array, label: string): Buffer {
  const iv = sealed.subarray(0, ivBytes)
  const tag = sealed.subarray(ivBytes, ivBytes + tagBytes)
  const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes })
    .setAAD(Buffer.from(label))
    .setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()])
}

/** Compares two secrets in constant time. */
export function isSameSecret(candidate: string, expected: string): boolean {
  return timingSafeEqual(digest(candidate), digest(expected))
}

/** Hashes to equal lengths, which the constant-time comparison needs. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
