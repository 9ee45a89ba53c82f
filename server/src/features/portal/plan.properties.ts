import type { Db, Queryable } from '../../platform/db/db.js'

/** How the database would answer what `work` asks, if it never read a whole table that has an index for it. */
export async function planOf(db: Db, work: (db: Queryable) => Promise<unknown>): Promise<string> {
  const lines: string[] = []
  await db.transaction(async (tx) => {
    await tx.query('set local enable_seqscan = off')
    const explaining: Queryable = {
      async query(sql, params) {
        const { rows } = await tx.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, params)
        lines.push(...rows.map((row) => row['QUERY PLAN']))
        return { rows: [], rowCount: 0 }
      },
      afterCommit: tx.afterCommit,
    }
    await work(explaining)
  })
  return lines.join('\n')
}
