import { createHmac } from 'node:crypto'
import type { UnixMs } from '../../lib/time.js'

/** The signatures of an event, the same for every attempt. */
export type Signatures = {
  /** Over the body only. */
  signature: string
  /** Over id, time and body, as Standard Webhooks defines it. */
  standardSignature: string
}

const endpointSecretPrefix = 'whsec_'

/**
 * Signs an event twice: its body only, and with id and time (Standard Webhooks). While a secret is
 * being replaced there are two, the new one first: the standard signature lists both, and the other
 * one, which has room for one, stays with the old secret, which every receiver knows.
 */
export function signBody(
  event: { id: string; body: string; signedAt: UnixMs },
  secrets: readonly [string, ...string[]],
): Signatures {
  const { id, body, signedAt } = event
  const signed = `${id}.${standardTimestamp(signedAt)}.${body}`
  const latest = secrets.at(-1) ?? secrets[0]
  return {
    signature: `sha256=${createHmac('sha256', latest).update(body).digest('hex')}`,
    standardSignature: secrets
      .map((secret) => createHmac('sha256', standardKey(secret)).update(signed).digest('base64'))
      .map((signature) => `v1,${signature}`)
      .join(' '),
  }
}

/** Converts a time to seconds, as Standard Webhooks requires. */
export function standardTimestamp(at: UnixMs): number {
  return Math.floor(at / 1_000)
}

/** Formats 32 random bytes as a secret of Standard Webhooks. */
export function formatEndpointSecret(randomness: Uint8Array): string {
  return endpointSecretPrefix + Buffer.from(randomness).toString('base64')
}

/** Decodes an endpoint secret. A developer key is used as text. */
function standardKey(secret: string): Buffer {
  return secret.startsWith(endpointSecretPrefix)
    ? Buffer.from(secret.slice(endpointSecretPrefix.length), 'base64')
    : Buffer.from(secret)
}
