import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'
import { defineColumns } from '../../../platform/db/define-columns.js'
import type { DayReport } from './schemas.js'

/** A closed day of a register. It never changes. */
export type StoredClose = {
  merchant: Address
  registerId: string
  /** Without gaps, from 1. */
  number: number
  openedAt: UnixMs
  closedAt: UnixMs
  /** The cashier or person who closed it. */
  closedBy: string
  report: DayReport
}

const columns = defineColumns<StoredClose>({
  merchant: 'text',
  registerId: 'text',
  number: 'int',
  openedAt: 'time',
  closedAt: 'time',
  closedBy: 'text',
  report: 'json',
})

/** Lists the closes of a register, the latest first. */
export function listCloses(
  db: Queryable,
  { merchant, registerId, limit }: { merchant: Address; registerId: string; limit: number },
): Promise<StoredClose[]> {
  return columns.list(
    db,
    `select ${columns.fields} from day_closes
     where merchant = $1 and register_id = $2 order by number desc limit $3`,
    [merchant, registerId, limit],
  )
}

/**
 * Inserts a close with the postings that it counts.
 *
 * @throws {Error} when another close counts one of them.
 */
export async function insertClose(
  db: Queryable,
  close: StoredClose,
  postingKeys: readonly string[],
): Promise<void> {
  await db.query(
    `insert into day_closes (${columns.names}) values (${columns.placeholders})`,
    columns.paramsOf(close),
  )
  const { merchant, registerId, number } = close
  const { rowCount } = await db.query(
    `update register_postings set number = $3
     where merchant = $1 and register_id = $2 and number is null and posting_key = any($4)`,
    [merchant, registerId, number, postingKeys],
  )
  if (rowCount !== postingKeys.length)
    throw new Error('Another close counts a posting of this one.')
}

/** Deletes the closes of a merchant, for the reset of the sandbox. */
export async function deleteCloses(db: Queryable, merchant: Address): Promise<void> {
  await db.query('delete from register_postings where merchant = $1', [merchant])
  await db.query('delete from day_closes where merchant = $1', [merchant])
}
