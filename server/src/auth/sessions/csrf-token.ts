import { createHmac } from 'node:crypto'
import type { SessionKey } from './session-keys.js'

/**
 * Returns the CSRF token that our pages send with every write. It is derived from the session, so a planted cookie does
 * not match it.
 */
export function csrfTokenOf(key: SessionKey, sessionId: string): string {
  return createHmac('sha256', key.csrfKey).update(sessionId).digest('base64url')
}
