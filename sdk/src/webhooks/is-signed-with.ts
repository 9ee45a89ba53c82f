import type { Bytes } from './read-body.js'
import type { Secret } from './read-secrets.js'
import type { SignatureHeader } from './read-signatures.js'

const algorithm = { name: 'HMAC', hash: 'SHA-256' }

/** Returns whether every header has a signature of the body by this secret. */
export async function isSignedWith(
  headers: readonly SignatureHeader[],
  signed: { secret: Secret; body: Bytes },
): Promise<boolean> {
  const results = await Promise.all(headers.map((header) => hasValidSignature(header, signed)))
  return results.every(Boolean)
}

async function hasValidSignature(
  { keyForm, signedPrefix, signatures }: SignatureHeader,
  { secret, body }: { secret: Secret; body: Bytes },
): Promise<boolean> {
  const { subtle } = globalThis.crypto
  const key = await subtle.importKey('raw', secret[keyForm], algorithm, false, ['verify'])
  const signed = new Uint8Array(signedPrefix.length + body.length)
  signed.set(signedPrefix)
  signed.set(body, signedPrefix.length)

  // `verify` compares in constant time.
  const results = await Promise.all(
    signatures.map((signature) => subtle.verify('HMAC', key, signature, signed)),
  )
  return results.includes(true)
}
