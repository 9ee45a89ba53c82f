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
import type { UnixMs } from '../../lib/time.js'
import { toTime } from './columns.js'
import type { Queryable } from './db.js'

type Read = (value: string) => unknown
type Kind<Value> = { type: string; read: Read | null; value?: Value }

const kind = <Value>(type: string, read: Read | null = null): Kind<Value> => ({ type, read })

/**
 * Each kind of column has a type in the database and a type in the code. The driver returns
 * `bigint` and `numeric` as text, because a JavaScript number cannot hold every value.
 */
const kinds = {
  text: kind<string>('text'),
  /** An array. `unnest` would return its elements as separate rows, so batches cannot contain it. */
  texts: kind<readonly string[]>('text[]'),
  uuid: kind<string>('uuid'),
  boolean: kind<boolean>('boolean'),
  int: kind<number>('integer'),
  /** A `bigint` that stays below 2^53. */
  number: kind<number>('bigint', Number),
  decimal: kind<number>('numeric', Number),
  time: kind<UnixMs>('bigint', toTime),
  cents: kind<Cents>('bigint', (value) => cents(BigInt(value))),
  micros: kind<Micros>('numeric', (value) => micros(BigInt(value))),
  ppm: kind<Ppm>('bigint', (value) => ppm(BigInt(value))),
  units: kind<BaseUnits>('numeric', (value) => baseUnits(BigInt(value))),
  bigint: kind<bigint>('numeric', BigInt),
  bytes: kind<Buffer>('bytea'),
  json: kind<unknown>('jsonb'),
}

type Kinds = typeof kinds
type ValueOf<Name extends keyof Kinds> = Kinds[Name] extends Kind<infer Value> ? Value : never
type KindOf<Value> = {
  [Name in keyof Kinds]: [Value] extends [ValueOf<Name> | null] ? Name : never
}[keyof Kinds]
type ColumnDeclaration<Value> =
  | KindOf<Value>
  | { kind: KindOf<Value>; name: string }
  | { kind: KindOf<Value>; sql: string }

/**
 * A kind for each field. The column has the name of its field in snake case, or the given `name`.
 * An expression in `sql` is only read.
 */
export type Declaration<Fields> = {
  [Field in keyof Fields]-?: ColumnDeclaration<Required<Fields>[Field]>
}

export type Columns<Fields extends object> = {
  /** For inserts and inner selects: `merchant, period_index`. */
  names: string
  /** For the outer select and `returning`: `merchant, period_index as "periodIndex"`. */
  fields: string
  /** The same with the alias of a table before each column. */
  fieldsOf(alias: string): string
  /** For `on conflict`: `merchant = excluded.merchant, period_index = excluded.period_index`. */
  excluded: string
  /** `$1, $2`, for `paramsOf`. */
  placeholders: string
  paramsOf(record: Fields): unknown[]
  /** `unnest($1::text[], $2::bigint[])`, for `batchOf`. Throws if a column is an array. */
  readonly unnest: string
  batchOf(records: readonly Fields[]): unknown[][]
  /** Runs a statement that returns `fields`. */
  list(db: Queryable, sql: string, params?: readonly unknown[]): Promise<Fields[]>
  /** Runs a statement that returns `fields`, and returns its first row, or null. */
  find(db: Queryable, sql: string, params?: readonly unknown[]): Promise<Fields | null>
  /** Some of the columns, in this order. */
  pick<Field extends keyof Fields>(...fields: Field[]): Columns<Pick<Fields, Field>>
  omit<Field extends keyof Fields>(...fields: Field[]): Columns<Omit<Fields, Field>>
  with<More extends object>(more: Declaration<More>): Columns<Fields & More>
}

/** Declares which columns a store writes and reads as the fields of a type. */
export function defineColumns<Fields extends object>(
  declaration: Declaration<Fields>,
): Columns<Fields> {
  return createColumns(toColumns(declaration))
}

type Column = { field: string; name: string; sql: string | null } & Kind<unknown>

function toColumns(declaration: object): Column[] {
  return Object.entries(declaration as Record<string, ColumnDeclaration<string>>).map(
    ([field, declared]) => {
      const options = typeof declared === 'string' ? { kind: declared } : declared
      const snakeCase = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      return { field, name: snakeCase, sql: null, ...options, ...kinds[options.kind] }
    },
  )
}

function createColumns<Fields extends object>(columns: readonly Column[]): Columns<Fields> {
  const stored = columns.filter(({ sql }) => sql === null)
  const converted = columns.flatMap(({ field, read }) => (read ? [{ field, read }] : []))
  const join = (toSql: (column: Column, index: number) => string) => stored.map(toSql).join(', ')
  const unnest = `unnest(${join(({ type }, index) => `$${index + 1}::${type}[]`)})`
  const array = stored.find(({ type }) => type.endsWith('[]'))
  const fieldsOf = (prefix: string) =>
    columns
      .map(({ sql, name, field }) =>
        sql === null && name === field ? prefix + name : `${sql ?? prefix + name} as "${field}"`,
      )
      .join(', ')

  async function list(db: Queryable, sql: string, params?: readonly unknown[]) {
    const { rows } = await db.query<Record<string, unknown>>(sql, params)
    // In place, because a loop that builds a second object for each row takes twice as long.
    for (const { field, read } of converted) {
      for (const row of rows) {
        const value = row[field]
        if (typeof value === 'string') row[field] = read(value)
      }
    }
    return rows as Fields[]
  }

  return {
    names: join(({ name }) => name),
    fields: fieldsOf(''),
    fieldsOf: (alias) => fieldsOf(`${alias}.`),
    excluded: join(({ name }) => `${name} = excluded.${name}`),
    placeholders: join((_, index) => `$${index + 1}`),
    paramsOf: (record) => stored.map((column) => toParam(column, record)),
    get unnest() {
      if (array) {
        throw new Error(`${array.name} is an array, which a batch cannot contain. Omit it.`)
      }
      return unnest
    },
    batchOf: (records) => stored.map((column) => records.map((record) => toParam(column, record))),
    list,
    find: async (db, sql, params) => (await list(db, sql, params))[0] ?? null,
    pick: (...fields) =>
      createColumns(fields.flatMap((name) => columns.filter(({ field }) => field === name))),
    omit: (...fields) =>
      createColumns(columns.filter(({ field }) => !fields.some((name) => name === field))),
    with: (more) => createColumns([...columns, ...toColumns(more)]),
  }
}

function toParam({ field, type }: Column, record: object): unknown {
  const value = (record as Record<string, unknown>)[field] ?? null
  return type === 'jsonb' && value !== null ? JSON.stringify(value) : value
}
