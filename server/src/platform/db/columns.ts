import {
  type BaseUnits,
  baseUnits,
  type Cents,
  cents,
  type Micros,
  micros,
  type Ppm,
  ppm,
} from '../../lib/money.js'
import { type UnixMs, unixMs } from '../../lib/time.js'
import type { Queryable } from './db.js'

// The driver returns `bigint` and `numeric` columns as text, because a JavaScript number cannot
// hold every value.

/** Returns the values of each key in all rows, as `unnest` takes them. */
export function valuesOf<Row, Key extends keyof Row>(
  rows: readonly Row[],
  keys: readonly Key[],
): Row[Key][][] {
  return keys.map((key) => rows.map((row) => row[key]))
}

export function toTime(column: string): UnixMs {
  return unixMs(Number(column))
}

export function toTimeOrNull(column: string | null): UnixMs | null {
  return column === null ? null : toTime(column)
}

export function toCents(column: string): Cents {
  return cents(BigInt(column))
}

export function toCentsOrNull(column: string | null): Cents | null {
  return column === null ? null : toCents(column)
}

export function toBaseUnits(column: string): BaseUnits {
  return baseUnits(BigInt(column))
}

export function toMicros(column: string): Micros {
  return micros(BigInt(column))
}

export function toMicrosOrNull(column: string | null): Micros | null {
  return column === null ? null : toMicros(column)
}

export function toBigIntOrNull(column: string | null): bigint | null {
  return column === null ? null : BigInt(column)
}

export function toPpm(column: string): Ppm {
  return ppm(BigInt(column))
}

export function toPpmOrNull(column: string | null): Ppm | null {
  return column === null ? null : toPpm(column)
}

/** SQL for the database's real time in Unix ms, which all processes share, for leases. */
export const databaseNow = '(extract(epoch from clock_timestamp()) * 1000)::bigint'

/** The same, evaluated once per statement, which lets the planner use an index. */
export const databaseNowOnce = `(select ${databaseNow})`

/** Returns the time of the database, which leases and outgoing transactions follow. */
export async function readDatabaseTime(db: Queryable): Promise<UnixMs> {
  const { rows } = await db.query<{ now: string }>(`select ${databaseNow} as now`)
  return toTime(rows[0]?.now ?? '0')
}
