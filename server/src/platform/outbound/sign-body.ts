import { createHmac } from 'node:crypto'
import type { UnixMs } from '../../lib/time.js'

/** Made once: every attempt carries the same. */
export type Signatures = {
  /** Over the bytes of the body alone. */
  signature: string
  /** Over id, time and body, as Standard Webhooks defines it. */
  standardSignature: string
}

const endpointSecretPrefix = 'whsec_'

/** Signs an event in both ways: over its bytes alone, and over its id and time too (Standard Webhooks). */
export function signBody(
  event: { id: string; body: string; createdAt: UnixMs },
  secret: string,
): Signatures {
  const { id, body, createdAt } = event
  const signed = `${id}.${standardTimestamp(createdAt)}.${body}`
  return {
    signature: `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    standardSignature: `v1,${createHmac('sha256', standardKey(secret)).update(signed).digest('base64')}`,
  }
}

/** Standard Webhooks counts in seconds. */
export function standardTimestamp(at: UnixMs): number {
  return Math.floor(at / 1_000)
}

/** A new secret from 32 random bytes, written as Standard Webhooks does. */
export function formatEndpointSecret(randomness: Uint8Array): string {
  return endpointSecretPrefix + Buffer.from(randomness).toString('base64')
}

/** Behind the prefix stand the bytes themselves; a developer key is taken as it is written. */
function standardKey(secret: string): Buffer {
  return secret.startsWith(endpointSecretPrefix)
    ? Buffer.from(secret.slice(endpointSecretPrefix.length), 'base64')
    : Buffer.from(secret)
}
