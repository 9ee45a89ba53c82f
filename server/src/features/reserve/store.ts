import type { Address } from '../../lib/hex.js'
import type { BaseUnits } from '../../lib/money.js'
import type { UnixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'
import { defineColumns } from '../../platform/db/define-columns.js'

export type ReserveSettings = Record<string, unknown>

export async function findSettings(
  db: Queryable,
  merchant: Address,
): Promise<ReserveSettings | null> {
  const { rows } = await db.query<{ config: ReserveSettings }>(
    'select config from reserve_settings where merchant = $1',
    [merchant],
  )
  return rows[0]?.config ?? null
}

export async function upsertSettings(
  db: Queryable,
  settings: { merchant: Address; config: ReserveSettings; updatedAt: UnixMs },
): Promise<void> {
  await db.query(
    `insert into reserve_settings (merchant, config, updated_at) values ($1, $2::jsonb, $3)
     on conflict (merchant) do update
     set config = excluded.config, updated_at = excluded.updated_at`,
    [settings.merchant, JSON.stringify(settings.config), settings.updatedAt],
  )
}

/** A merchant's reserve in one currency on one day. */
export type ReserveDay = {
  day: number
  currency: string
  reserved: BaseUnits
  target: BaseUnits
  readAt: UnixMs
}

const dayColumns = defineColumns<ReserveDay>({
  day: 'int',
  currency: 'text',
  reserved: 'units',
  target: 'units',
  readAt: 'time',
})
const insertedColumns = dayColumns.with<{ merchant: Address }>({ merchant: 'text' })

/** Records reserves, except on days that have a record. */
export async function insertDays(
  db: Queryable,
  { merchant, days }: { merchant: Address; days: readonly ReserveDay[] },
): Promise<void> {
  await db.query(
    `insert into reserve_days (${insertedColumns.names}) select * from ${insertedColumns.unnest}
     on conflict (merchant, day, currency) do nothing`,
    insertedColumns.batchOf(days.map((day) => ({ ...day, merchant }))),
  )
}

/** Lists a merchant's reserve by day and currency, oldest first. */
export async function listDays(
  db: Queryable,
  { merchant, sinceDay }: { merchant: Address; sinceDay: number },
): Promise<ReserveDay[]> {
  return dayColumns.list(
    db,
    `select ${dayColumns.fields} from reserve_days
     where merchant = $1 and day >= $2 order by day, currency collate "C"`,
    [merchant, sinceDay],
  )
}

/** Deletes the oldest records before a day, and returns how many. */
export async function deleteDaysBefore(
  db: Queryable,
  { day, limit }: { day: number; limit: number },
): Promise<number> {
  const { rowCount } = await db.query(
    `delete from reserve_days where (merchant, day, currency) in (
       select merchant, day, currency from reserve_days where day < $1 order by day limit $2
     )`,
    [day, limit],
  )
  return rowCount
}

/** Deletes all records of a merchant. */
export async function deleteDays(db: Queryable, merchant: Address): Promise<void> {
  await db.query('delete from reserve_days where merchant = $1', [merchant])
}
