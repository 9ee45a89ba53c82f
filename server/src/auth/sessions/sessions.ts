import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { type PersonId, walletOf } from '../person-id.js'
import type { Role } from '../roles.js'
import { type KnownSession, knownSessions } from './known-sessions.js'
import { createSessionKeys, csrfTokenOf } from './session-keys.js'
import { type ActiveSession, findSession, type Membership } from './session-store.js'
import { readSessionToken } from './session-token.js'

/** A signed-in person as the caller of a request. */
export type Person = {
  readonly kind: 'person'
  id: PersonId
  /** Null for a person who joined with a passkey. */
  wallet: Address | null
  sessionId: string
  /** When they last proved their identity in this session. */
  verifiedAt: UnixMs
  csrfToken: string
  memberships: readonly Membership[]
  /** The merchant this request acts for, and the role there; `null` on routes without one. */
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

  async function findActive(session: {
    person: PersonId
    id: string
    now: UnixMs
  }): Promise<ActiveSession | null> {
    const { person, id } = session
    try {
      const active = await findSession(ctx.db, session)
      ctx.snapshot.keep(knownSessions, id, active && { person, ...active })
      for (const { merchant } of active?.memberships ?? []) ctx.snapshot.use(merchant)
      return active
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      const knownSession = ctx.snapshot.find<KnownSession>(knownSessions, id)
      if (!knownSession) throw error
      return knownSession
    }
  }

  return {
    async find(token) {
      const now = ctx.now()
      const audience = ctx.config.baseUrl
      const claims = await readSessionToken(keys, { token, audience, now })
      if (!claims) return null

      const { person: id, sessionId, key } = claims
      const active = await findActive({ person: id, id: sessionId, now })
      if (!active) return null
      const csrfToken = csrfTokenOf(key, sessionId)
      return {
        kind: 'person',
        id,
        wallet: walletOf(id),
        sessionId,
        verifiedAt: active.verifiedAt,
        csrfToken,
        memberships: active.memberships,
        merchant: null,
        role: null,
        isSuspended: false,
      }
    },
  }
}
