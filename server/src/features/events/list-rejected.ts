import type { Caller } from '../../auth/caller.js'
import { type Developer, scopesOf } from '../../auth/keys/developer.js'
import { listActiveTerms } from '../../auth/keys/key-store.js'
import { hasRight } from '../../auth/roles.js'
import { listSessionRoles } from '../../auth/sessions/session-store.js'
import type { Person } from '../../auth/sessions/sessions.js'
import type { Context } from '../../platform/context.js'

/** The scope of keys and the right of roles that event streams require. */
const required = 'receipts:read'

/**
 * Returns those callers that may no longer read events, because their key, session or role has ended. Takes at most two
 * queries for any number of callers.
 */
export async function listRejected(
  ctx: Pick<Context, 'db' | 'now'>,
  callers: readonly Caller[],
): Promise<Set<Caller>> {
  const developers = callers.filter((caller) => caller.kind === 'developer')
  const people = callers.filter((caller) => caller.kind === 'person')
  const rejected = await Promise.all([rejectedKeys(ctx, developers), rejectedPeople(ctx, people)])
  return new Set<Caller>(rejected.flat())
}

async function rejectedKeys(
  { db, now }: Pick<Context, 'db' | 'now'>,
  developers: readonly Developer[],
): Promise<Developer[]> {
  if (developers.length === 0) return []
  const keys = developers.map(({ wallet: merchant, keyId: id }) => ({ merchant, id }))
  const terms = await listActiveTerms(db, { keys, now: now() })
  const allowed = new Set(
    terms
      .filter((one) => scopesOf(one).includes(required))
      .map(({ merchant, keyId }) => `${merchant}/${keyId}`),
  )
  return developers.filter(({ wallet, keyId }) => !allowed.has(`${wallet}/${keyId}`))
}

async function rejectedPeople(
  { db, now }: Pick<Context, 'db' | 'now'>,
  people: readonly Person[],
): Promise<Person[]> {
  if (people.length === 0) return []
  const sessions = people.map(({ wallet, sessionId: id, merchant }) => ({ wallet, id, merchant }))
  const roles = await listSessionRoles(db, { sessions, now: now() })
  const allowed = new Set(
    roles
      .filter(({ role }) => hasRight(role, required))
      .map(({ id, merchant }) => `${id}/${merchant}`),
  )
  return people.filter(({ sessionId, merchant }) => !allowed.has(`${sessionId}/${merchant}`))
}
