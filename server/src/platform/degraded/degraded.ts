import { Type } from 'typebox'
import type { Db } from '../db/db.js'
import type { Journal } from '../journal/journal.js'
import type { Logger } from '../log.js'

/** Whether the service works without its database. */
export type Degraded = { isDegraded(): boolean }

/** Creates the mode, which follows the database's availability. Logs its start and end. */
export function createDegraded(input: {
  db: Pick<Db, 'isAvailable' | 'onChange'>
  journal: Pick<Journal, 'state'>
  log: Logger
}): Degraded {
  const { db, journal, log } = input
  let beganAt = 0
  db.onChange((isAvailable) => {
    if (!isAvailable) {
      beganAt = performance.now()
      log.warn('degraded mode began')
      return
    }
    const lastedMs = Math.round(performance.now() - beganAt)
    log.info({ lastedMs, waiting: journal.state().records }, 'degraded mode ended')
  })
  return { isDegraded: () => !db.isAvailable() }
}

/** Marks a response that was made without the database. */
export const degradedFields = { degraded: true, reason: 'datastore_unavailable' } as const

/** The schema of these fields. */
export const DegradedFields = {
  degraded: Type.Optional(
    Type.Literal(true, { description: 'Set while the database is unavailable' }),
  ),
  reason: Type.Optional(Type.Literal('datastore_unavailable')),
}
