import type { Caller } from '../../auth/caller.js'
import { type Developer, scopesOf } from '../../auth/keys/developer.js'
import { listActiveTerms } from '../../auth/keys/key-store.js'
import { hasRight } from '../../auth/roles.js'
import { listSessionRoles } from '../../auth/sessions/session-store.js'
import type { Person } from '../../auth/sessions/sessions.js'
import type { Context } from '../../platform/context.js'
import { createPoller } from '../../platform/jobs/poller.js'

/** The scope of keys and the right of roles that event streams require. */
const required = 'receipts:read'

type AdmissionCheck = {
  /** Calls `end` when the caller loses access. Call the returned function to stop. */
  add(caller: Caller, end: () => void): () => void
  close(): Promise<void>
}

/** Checks the access of all streams together, with a constant number of queries. */
export function createAdmissionCheck(
  ctx: Context,
  { everyMs }: { everyMs: number },
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
 * Returns those callers that may no longer read events, because their key, session or role has
 * ended. Takes at most two queries for any number of callers.
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
      .filter((term) => scopesOf(term).includes(required))
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
