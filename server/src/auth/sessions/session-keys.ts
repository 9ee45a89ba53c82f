import { createHmac } from 'node:crypto'
import type { Config } from '../../platform/config/config.js'
import { deriveKey, fingerprintOf } from '../../platform/secrets/derived-key.js'

/** The keys derived from one `JWT_SECRET`, and their id, which tokens name. */
export type SessionKey = {
  id: string
  tokenKey: Uint8Array
  deviceKey: Uint8Array
  csrfKey: Uint8Array
}

/** The signing key, and a lookup of all accepted keys, including the previous one. */
export type SessionKeys = { current: SessionKey; find(id: string): SessionKey | null }

export function createSessionKeys(
  config: Pick<Config, 'jwtSecret' | 'jwtPreviousSecret'>,
): SessionKeys {
  const current = toKey(config.jwtSecret)
  const previous = config.jwtPreviousSecret ? toKey(config.jwtPreviousSecret) : null

  return {
    current,
    find: (id) => [current, previous].find((key) => key?.id === id) ?? null,
  }
}

function toKey(secret: string): SessionKey {
  return {
    id: fingerprintOf(secret),
    tokenKey: deriveKey(secret, 'session-token'),
    deviceKey: deriveKey(secret, 'device-token'),
    csrfKey: deriveKey(secret, 'csrf-token'),
  }
}

/** Returns the CSRF token of a session or device, derived from its id: a planted cookie does not match it. */
export function csrfTokenOf(key: SessionKey, sessionId: string): string {
  return createHmac('sha256', key.csrfKey).update(sessionId).digest('base64url')
}
