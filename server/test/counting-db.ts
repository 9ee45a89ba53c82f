import type { Db, Queryable } from '../src/platform/db/db.js'

/** Wraps a database and records the text of every statement. */
export function countingDb(db: Db): { db: Db; statements: string[] } {
  const statements: string[] = []
  const counted = (inner: Queryable): Queryable => ({
    ...inner,
    query(sql, params) {
      statements.push(sql)
      return inner.query(sql, params)
    },
  })
  return {
    statements,
    db: {
      ...db,
      ...counted(db),
      transaction: (work) => db.transaction((tx) => work(counted(tx))),
    },
  }
}
