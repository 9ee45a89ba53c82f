import { serialize } from 'node:v8'
import type { TxContext } from '../../platform/context.js'
import type { SnapshotSource } from '../../platform/snapshot/snapshot-worker.js'
import type { PersonId } from '../person-id.js'
import { type ActiveSession, listActiveSessions } from './session-store.js'

/** The group of the snapshot with the sessions in use, by their id. */
export const knownSessions = 'sessions'

export type KnownSession = ActiveSession & { person: PersonId }

/** Keeps the sessions in use in the snapshot. A session that ended leaves it within seconds. */
export const sessionsInSnapshot: SnapshotSource = {
  callers: { group: knownSessions, confirm: confirmSessions },
}

async function confirmSessions(ctx: TxContext): Promise<Map<string, Uint8Array>> {
  const cachedSessions = ctx.snapshot.list<KnownSession>(knownSessions)
  const sessions = cachedSessions.map(([id, { person }]) => ({ id, person }))
  const active = await listActiveSessions(ctx.db, { sessions, now: ctx.now() })
  return new Map(active.map(({ id, ...session }) => [id, serialize(session)]))
}
