import type { UnixMs } from '../../lib/time.js'
import type { Context } from '../context.js'
import { listQuarantined as listRows, type Quarantined } from './journal-store.js'

/** Lists a page of records that could not be replayed, newest first. */
export async function listQuarantined(
  { db }: Pick<Context, 'db'>,
  { before, limit }: { before: { createdAt: UnixMs; id: string } | null; limit: number },
): Promise<{ records: Quarantined[]; next: { createdAt: UnixMs; id: string } | null }> {
  const rows = await listRows(db, { before, limit: limit + 1 })
  const records = rows.slice(0, limit)
  const last = rows.length > limit ? records.at(-1) : undefined
  return { records, next: last ? { createdAt: last.quarantinedAt, id: last.id } : null }
}
