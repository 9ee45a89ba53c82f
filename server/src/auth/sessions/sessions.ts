import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import type { Role } from '../roles.js'
import { csrfTokenOf } from './csrf-token.js'
import { createSessionKeys } from './session-keys.js'
import { findSessionMemberships, type Membership } from './session-store.js'
import { readSessionToken } from './session-token.js'

/** A signed-in person as the caller of a request. */
export type Person = {
  readonly kind: 'person'
  wallet: Address
  sessionId: string
  csrfToken: string
  memberships: readonly Membership[]
  /** The merchant this request acts for, and the role there; `null` on routes without a merchant. */
  merchant: Address | null
  role: Role | null
  /** Whether that merchant is suspended. */
  isSuspended: boolean
}

export type Sessions = {
  /** Returns the person of a session token, or `null` when there is no active session. */
  find(token: string): Promise<Person | null>
}

/** Creates a lookup that queries the database every time, so that a sign-out or lost role takes effect at once. */
export function createSessions(ctx: Pick<Context, 'db' | 'config' | 'now'>): Sessions {
  const keys = createSessionKeys(ctx.config)

  return {
    async find(token) {
      const now = ctx.now()
      const audience = ctx.config.baseUrl
      const claims = await readSessionToken(keys, { token, audience, now })
      if (!claims) return null

      const { wallet, sessionId, key } = claims
      const memberships = await findSessionMemberships(ctx.db, { wallet, id: sessionId, now })
      if (!memberships) return null
      const csrfToken = csrfTokenOf(key, sessionId)
      return {
        kind: 'person',
        wallet,
        sessionId,
        csrfToken,
        memberships,
        merchant: null,
        role: null,
        isSuspended: false,
      }
    },
  }
}
