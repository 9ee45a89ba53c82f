import type { PersonId } from '../../auth/person-id.js'
import { sessionMs } from '../../auth/sessions/cookies.js'
import { createSessionKeys, csrfTokenOf } from '../../auth/sessions/session-keys.js'
import {
  endSessions,
  findSession,
  insertSession,
  updateVerifiedAt,
} from '../../auth/sessions/session-store.js'
import { writeSessionToken } from '../../auth/sessions/session-token.js'
import type { Person } from '../../auth/sessions/sessions.js'
import { AppError } from '../../lib/errors.js'
import { unixMs } from '../../lib/time.js'
import { type Context, inTransaction, type TxContext } from '../../platform/context.js'
import { recordPersonalChange } from '../audit/record-change.js'

/** The secrets of a new session, which its browser gets as cookies. */
export type SignedIn = { token: string; csrfToken: string }

/** Starts a session of a person whose identity was verified. */
export async function startSession(
  ctx: TxContext,
  input: { person: PersonId; userAgent: string; correlationId: string },
): Promise<SignedIn> {
  const { person, userAgent, correlationId } = input
  const createdAt = ctx.now()
  const id = ctx.newId('ses')
  const session = { person, id, createdAt, expiresAt: unixMs(createdAt + sessionMs), userAgent }
  await insertSession(ctx.db, session)
  const active = await findSession(ctx.db, { person, id, now: createdAt })
  await recordSession(ctx, {
    person: { id: person, sessionId: id, memberships: active?.memberships ?? [] },
    action: 'session.started',
    after: { expiresAt: session.expiresAt },
    correlationId,
  })
  const keys = createSessionKeys(ctx.config)
  return {
    token: await writeSessionToken(keys, { ...session, audience: ctx.config.baseUrl }),
    csrfToken: csrfTokenOf(keys.current, id),
  }
}

/** Records that the person of a session proved their identity again. */
export async function confirmSession(
  ctx: TxContext,
  { person, correlationId }: { person: Person; correlationId: string },
): Promise<void> {
  const verifiedAt = ctx.now()
  await updateVerifiedAt(ctx.db, { person: person.id, id: person.sessionId, verifiedAt })
  const after = { verifiedAt }
  await recordSession(ctx, { person, action: 'session.confirmed', after, correlationId })
}

/** Ends the person's session, or all of their sessions, effective at once in every process. */
export async function signOut(
  ctx: Context,
  input: { person: Person; everywhere: boolean; correlationId: string },
): Promise<void> {
  const { person, everywhere, correlationId } = input
  await inTransaction(ctx, async (inTx) => {
    const id = everywhere ? null : person.sessionId
    await endSessions(inTx.db, { person: person.id, id, endedAt: ctx.now() })
    const after = { everywhere }
    await recordSession(inTx, { person, action: 'session.ended', after, correlationId })
  })
}

/**
 * Ends one session of the person, who may be signed in elsewhere.
 *
 * @throws {AppError} `not_found` when it is not active or belongs to another person.
 */
export async function endSession(
  ctx: Context,
  input: { person: Person; id: string; correlationId: string },
): Promise<void> {
  const { person, id, correlationId } = input
  await inTransaction(ctx, async (inTx) => {
    const ended = await endSessions(inTx.db, { person: person.id, id, endedAt: ctx.now() })
    if (ended === 0) {
      throw new AppError(
        'not_found',
        'You have no such active session. List yours with GET /api/sessions.',
      )
    }
    await recordSession(inTx, {
      person: { ...person, sessionId: id },
      action: 'session.ended',
      after: { everywhere: false },
      correlationId,
    })
  })
}

type SessionChange = {
  person: Pick<Person, 'id' | 'sessionId' | 'memberships'>
  action: 'session.started' | 'session.confirmed' | 'session.ended'
  after: Record<string, unknown>
  correlationId: string
}

async function recordSession(ctx: TxContext, change: SessionChange): Promise<void> {
  await recordPersonalChange(ctx, { ...change, target: change.person.sessionId, before: null })
}
