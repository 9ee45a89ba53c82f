import { ownPrincipal } from '../../auth/caller.js'
import { endSessions } from '../../auth/sessions/session-store.js'
import type { Person } from '../../auth/sessions/sessions.js'
import type { Context } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'

/** Ends the person's session, or all of their sessions, effective at once in every process. */
export async function signOut(
  ctx: Context,
  input: { person: Person; everywhere: boolean; correlationId: string },
): Promise<void> {
  const { wallet, sessionId } = input.person
  await ctx.db.transaction(async (tx) => {
    const id = input.everywhere ? null : sessionId
    await endSessions(tx, { wallet, id, now: ctx.now() })
    await recordChange(
      { ...ctx, db: tx },
      {
        by: ownPrincipal(wallet, input.correlationId),
        action: 'session.ended',
        target: sessionId,
        before: null,
        after: { everywhere: input.everywhere },
      },
    )
  })
}
