import { createHmac } from 'node:crypto'
import type { SessionKey } from './session-keys.js'

/**
 * The token that a page of ours sends along with every change. It follows from the session, so a cookie
 * that another site managed to plant is of no use with it.
 */
export function csrfTokenOf(key: SessionKey, sessionId: string): string {
  return createHmac('sha256', key.csrfKey).update(sessionId).digest('base64url')
}
