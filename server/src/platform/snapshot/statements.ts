import { createHash } from 'node:crypto'
import { serialize } from 'node:v8'
import type { Queryable } from '../db/db.js'
import { StoreUnavailable } from '../db/store-unavailable.js'
import type { Snapshot } from './snapshot.js'

/** The group of facts about the platform. */
export const platformGroup = 'platform'

/** Returns a database that also records the rows of each statement. */
export function recordStatements(db: Queryable, facts: Map<string, Uint8Array>): Queryable {
  return {
    ...db,
    async query(sql, params) {
      const result = await db.query(sql, params)
      facts.set(keyOf(sql, params), serialize(result.rows))
      return result as never
    },
  }
}

/** A database that answers recorded statements from the snapshot during an outage. */
export type RecallingDb = Queryable & {
  /** Returns whether a statement was answered from the snapshot. */
  hasRecalled(): boolean
}

/** Returns a database for reads. A statement that was not recorded in the group fails as before. */
export function recallStatements(
  { db, snapshot }: { db: Queryable; snapshot: Snapshot },
  group: string,
): RecallingDb {
  const remembered = rememberedDb(snapshot, group)
  let hasRecalled = false
  return {
    ...db,
    async query<Row extends object>(sql: string, params?: readonly unknown[]) {
      // A second statement must not wait for the database again.
      if (hasRecalled) return remembered.query<Row>(sql, params)
      try {
        return await db.query<Row>(sql, params)
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
        const result = await remembered.query<Row>(sql, params)
        hasRecalled = true
        return result
      }
    },
    hasRecalled: () => hasRecalled,
  }
}

/** Returns a database that only has the statements of a group. */
export function rememberedDb(snapshot: Snapshot, group: string): Queryable {
  return {
    async query<Row extends object>(sql: string, params?: readonly unknown[]) {
      const rows = snapshot.find<Row[]>(group, keyOf(sql, params))
      if (!rows) throw new StoreUnavailable({ mayHaveCommitted: false })
      return { rows, rowCount: rows.length }
    },
    afterCommit() {},
    async writeOnCommit() {},
  }
}

/** Identifies a statement by its text and its values, so that a new text never reads old rows. */
function keyOf(sql: string, params: readonly unknown[] = []): string {
  const values = JSON.stringify(params, (_, value) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
  return createHash('sha256').update(sql).update(values).digest('base64url')
}
