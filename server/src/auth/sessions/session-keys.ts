import type { Config } from '../../platform/config/config.js'
import { deriveKey, fingerprintOf } from '../derived-key.js'

/** What one `JWT_SECRET` gives: a name for tokens to say who signed them, and a key for each use. */
export type SessionKey = { id: string; tokenKey: Uint8Array; csrfKey: Uint8Array }

/** The key that signs, and all that are believed: after a change of the secret the former one too. */
export type SessionKeys = { current: SessionKey; find(id: string): SessionKey | null }

/** Derives the session keys from configuration. */
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
    csrfKey: deriveKey(secret, 'csrf-token'),
  }
}
