import type { Caller } from '../../auth/caller.js'
import { type Developer, scopesOf } from '../../auth/keys/developer.js'
import { listActiveTerms } from '../../auth/keys/key-store.js'
import { hasRight, type Role } from '../../auth/roles.js'
import { listSessionRoles } from '../../auth/sessions/session-store.js'
import type { Person } from '../../auth/sessions/sessions.js'
import type { Context } from '../../platform/context.js'
import { createPoller } from '../../platform/jobs/poller.js'

/** The scope of keys and the right of roles that event streams require. */
const required = 'receipts:read'

export type AdmissionCheck = {
  /** Calls `end` when the caller loses access. Call the returned function to stop. */
  add(caller: Caller, end: () => void): () => void
  close(): Promise<void>
}

/** Returns whether a person who has a role now may keep a stream open. */
type MayListen = (person: Person, role: Role) => boolean

const mayReadReceipts: MayListen = (_, role) => hasRight(role, required)
/** Live streams are filtered by the role that a person had when they opened it. */
export const hasSameRole: MayListen = (person, role) => person.role === role

/** Checks the access of all streams together, with a constant number of queries. */
export function createAdmissionCheck(
  ctx: Context,
  { everyMs, mayListen }: { everyMs: number; mayListen?: MayListen },
): AdmissionCheck {
  const streams = new Set<{ caller: Caller; end: () => void }>()
  // Without the database the streams stay open, and no events are read either.
  const poller = createPoller(ctx, {
    worker: 'event-stream-access',
    message: 'the access of event streams could not be checked',
    everyMs,
    isNeeded: () => streams.size > 0,
    async poll() {
      const present = [...streams]
      const rejected = await listRejected(
        ctx,
        present.map(({ caller }) => caller),
        mayListen,
      )
      for (const { caller, end } of present) if (rejected.has(caller)) end()
      return false
    },
  })

  return {
    add(caller, end) {
      const stream = { caller, end }
      streams.add(stream)
      poller.schedule()
      return () => streams.delete(stream)
    },
    close: poller.close,
  }
}

/**
 * Returns those callers that may no longer listen, because their key, session or role has ended.
 * Takes at most two queries for any number of callers.
 */
export async function listRejected(
  ctx: Pick<Context, 'db' | 'now'>,
  callers: readonly Caller[],
  mayListen = mayReadReceipts,
): Promise<Set<Caller>> {
  const developers = callers.filter((caller) => caller.kind === 'developer')
  const people = callers.filter((caller) => caller.kind === 'person')
  const rejected = await Promise.all([
    rejectedKeys(ctx, developers),
    rejectedPeople(ctx, people, mayListen),
  ])
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
      .filter((term) => scopesOf(term).includes(required))
      .map(({ merchant, keyId }) => `${merchant}/${keyId}`),
  )
  return developers.filter(({ wallet, keyId }) => !allowed.has(`${wallet}/${keyId}`))
}

async function rejectedPeople(
  { db, now }: Pick<Context, 'db' | 'now'>,
  people: readonly Person[],
  mayListen: MayListen,
): Promise<Person[]> {
  if (people.length === 0) return []
  const sessions = people.map(({ id: person, sessionId: id, merchant }) => ({
    person,
    id,
    merchant,
  }))
  const roles = await listSessionRoles(db, { sessions, now: now() })
  const roleOf = new Map(roles.map(({ id, merchant, role }) => [`${id}/${merchant}`, role]))
  return people.filter((person) => {
    const role = roleOf.get(`${person.sessionId}/${person.merchant}`)
    return role === undefined || !mayListen(person, role)
  })
}
