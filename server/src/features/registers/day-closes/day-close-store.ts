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

/** A posting that a close counts. */
type CountedPosting = Pick<StoredClose, 'merchant' | 'registerId' | 'number'> & {
  postingKey: string
}

const postingColumns = defineColumns<CountedPosting>({
  merchant: 'text',
  postingKey: 'text',
  registerId: 'text',
  number: 'int',
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

/** Inserts a close with the postings that it counts. */
export async function insertClose(
  db: Queryable,
  close: StoredClose,
  postingKeys: readonly string[],
): Promise<void> {
  await db.query(
    `insert into day_closes (${columns.names}) values (${columns.placeholders})`,
    columns.paramsOf(close),
  )
  await db.query(
    `insert into day_close_postings (${postingColumns.names})
     select * from ${postingColumns.unnest}`,
    postingColumns.batchOf(postingKeys.map((postingKey) => ({ ...close, postingKey }))),
  )
}

/** Deletes the closes of a merchant, for the reset of the sandbox. */
export async function deleteCloses(db: Queryable, merchant: Address): Promise<void> {
  await db.query('delete from day_close_postings where merchant = $1', [merchant])
  await db.query('delete from day_closes where merchant = $1', [merchant])
}
