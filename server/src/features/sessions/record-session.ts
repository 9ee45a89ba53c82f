import type { Person } from '../../auth/sessions/sessions.js'
import type { TxContext } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'

type SessionChange = {
  person: Pick<Person, 'wallet' | 'sessionId' | 'memberships'>
  action: 'session.started' | 'session.ended'
  after: Record<string, unknown>
  correlationId: string
}

/**
 * Records a sign-in or sign-out in the audit log of the person's first merchant, which is their own if they have one.
 * A buyer belongs to none and leaves no entry.
 */
export async function recordSession(ctx: TxContext, change: SessionChange): Promise<void> {
  const { person, action, after, correlationId } = change
  const { wallet, sessionId, memberships } = person
  const [first] = memberships
  if (!first) return
  const by = { merchant: first.merchant, wallet, role: first.role, correlationId }
  await recordChange(ctx, { by, action, target: sessionId, before: null, after })
}
