import { endSessions } from '../../auth/sessions/session-store.js'
import type { Person } from '../../auth/sessions/sessions.js'
import type { Context } from '../../platform/context.js'
import { recordSession } from './record-session.js'

/** Ends the person's session, or all of their sessions, effective at once in every process. */
export async function signOut(
  ctx: Context,
  input: { person: Person; everywhere: boolean; correlationId: string },
): Promise<void> {
  const { person, everywhere, correlationId } = input
  const { wallet, sessionId } = person
  await ctx.db.transaction(async (tx) => {
    const id = everywhere ? null : sessionId
    await endSessions(tx, { wallet, id, now: ctx.now() })
    await recordSession(
      { ...ctx, db: tx },
      { person, action: 'session.ended', after: { everywhere }, correlationId },
    )
  })
}
