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

/** Signs an event twice: its body only, and with id and time (Standard Webhooks). */
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
