import type { Bytes } from './read-body.js'
import type { Claim } from './read-claims.js'
import type { Secret } from './read-secrets.js'

const algorithm = { name: 'HMAC', hash: 'SHA-256' }

/** Whether one secret makes all claims true for a body. */
export async function isSignedWith(
  claims: readonly Claim[],
  signed: { secret: Secret; body: Bytes },
): Promise<boolean> {
  const verdicts = await Promise.all(claims.map((claim) => isClaimTrue(claim, signed)))
  return verdicts.every(Boolean)
}

async function isClaimTrue(
  { key: form, before, signatures }: Claim,
  { secret, body }: { secret: Secret; body: Bytes },
): Promise<boolean> {
  const { subtle } = globalThis.crypto
  const key = await subtle.importKey('raw', secret[form], algorithm, false, ['verify'])
  const signed = new Uint8Array(before.length + body.length)
  signed.set(before)
  signed.set(body, before.length)

  // `verify` compares in constant time: how nearly right a signature is does not show.
  const verdicts = await Promise.all(
    signatures.map((signature) => subtle.verify('HMAC', key, signature, signed)),
  )
  return verdicts.includes(true)
}
