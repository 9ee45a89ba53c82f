import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import type { Role } from '../roles.js'
import { type KnownSession, knownSessions } from './known-sessions.js'
import { createSessionKeys, csrfTokenOf } from './session-keys.js'
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

/**
 * Creates a lookup that queries the database every time, so that a sign-out or lost role takes
 * effect at once. While the database is unavailable, sessions in use continue.
 */
export function createSessions(ctx: Pick<Context, 'db' | 'config' | 'now' | 'snapshot'>): Sessions {
  const keys = createSessionKeys(ctx.config)

  async function findMemberships(session: {
    wallet: Address
    id: string
    now: UnixMs
  }): Promise<readonly Membership[] | null> {
    const { wallet, id } = session
    try {
      const memberships = await findSessionMemberships(ctx.db, session)
      ctx.snapshot.keep(knownSessions, id, memberships && { wallet, memberships })
      for (const { merchant } of memberships ?? []) ctx.snapshot.use(merchant)
      return memberships
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      const known = ctx.snapshot.find<KnownSession>(knownSessions, id)
      if (!known) throw error
      return known.memberships
    }
  }

  return {
    async find(token) {
      const now = ctx.now()
      const audience = ctx.config.baseUrl
      const claims = await readSessionToken(keys, { token, audience, now })
      if (!claims) return null

      const { wallet, sessionId, key } = claims
      const memberships = await findMemberships({ wallet, id: sessionId, now })
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
