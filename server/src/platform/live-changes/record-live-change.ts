import type { Queryable } from '../db/db.js'
import type { LiveChange } from './live-change.js'
import { insertGivenChanges } from './live-change-store.js'

type Input = Pick<LiveChange, 'merchant' | 'kind'> & Partial<Pick<LiveChange, 'change' | 'person'>>

/** A transaction that changes more objects of a kind reports the kind instead. */
const maxObjects = 100

/**
 * Tells open screens that an object changed, when the transaction commits. The change is written in
 * the round trip that commits, so it adds none.
 */
export function recordLiveChange(db: Queryable, input: Input & { id: string }): Promise<void> {
  const { id, ...others } = input
  return recordLiveChanges(db, { ...others, ids: [id] })
}

/** Does the same for several objects. With many, screens load all objects of the kind again. */
export async function recordLiveChanges(
  db: Queryable,
  { merchant, kind, ids, change = 'updated', person = null }: Input & { ids: readonly string[] },
): Promise<void> {
  const reported = ids.length > maxObjects ? [null] : ids
  await db.writeOnCommit(
    insertGivenChanges,
    reported.map((id): LiveChange => ({ merchant, kind, id, change, person })),
  )
}

/** Tells open screens to load all objects of a kind again. */
export async function recordKindChange(
  db: Queryable,
  { merchant, kind }: Pick<LiveChange, 'merchant' | 'kind'>,
): Promise<void> {
  const changed: LiveChange = { merchant, kind, id: null, change: 'updated', person: null }
  await db.writeOnCommit(insertGivenChanges, [changed])
}
