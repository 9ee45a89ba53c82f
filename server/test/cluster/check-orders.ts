import { createPostgresDb } from '../../src/platform/db/postgres-db.js'
import { silentLog } from '../fixtures/silent-log.js'

async function query<Row extends object>(url: string, sql: string, params: unknown[]) {
  const db = createPostgresDb({ url, poolSize: 1, log: silentLog })
  try {
    return (await db.query<Row>(sql, params)).rows
  } finally {
    await db.close()
  }
}

/** Returns how many receipts a database has. */
export async function countReceipts(url: string): Promise<number> {
  const sql = 'select count(*)::int as count from receipts'
  const [row] = await query<{ count: number }>(url, sql, [])
  return row?.count ?? 0
}

/** Returns the acknowledged receipts that a database lacks. */
export async function findMissing(url: string, ids: readonly string[]): Promise<string[]> {
  const sql = `select id from unnest($1::text[]) as acknowledged (id)
    where not exists (select from receipts where receipts.id = acknowledged.id)`
  const rows = await query<{ id: string }>(url, sql, [ids])
  return rows.map(({ id }) => id)
}
