import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import type { Role } from '../roles.js'
import { csrfTokenOf } from './csrf-token.js'
import { createSessionKeys } from './session-keys.js'
import { findSessionMemberships, type Membership } from './session-store.js'
import { readSessionToken } from './session-token.js'

/** Somebody signed in, as the caller of a request. */
export type Person = {
  readonly kind: 'person'
  wallet: Address
  sessionId: string
  csrfToken: string
  memberships: readonly Membership[]
  /** For whom this request acts and as what; `null` where that makes no difference. */
  merchant: Address | null
  role: Role | null
}

/** Knows who is signed in. */
export type Sessions = {
  /** The person behind a token; `null` when the session is over or never was. */
  find(token: string): Promise<Person | null>
}

/** Asks the database about every token: signing out, or losing a role, counts everywhere at once. */
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
      }
    },
  }
}
