import type { Address } from '../../lib/hex.js'
import type { Queryable } from '../../platform/db/db.js'
import { defineColumns } from '../../platform/db/define-columns.js'
import type { Customer } from './customer.js'

type Notes = Pick<Customer, 'note' | 'consent' | 'consentAt' | 'revision'>
type Figures = Omit<Customer, keyof Notes>

const figureColumns = defineColumns<Figures>({
  merchant: 'text',
  id: 'text',
  key: 'text',
  wallet: 'text',
  name: 'text',
  nameKey: 'text',
  receiptCount: 'int',
  spentUsdCents: 'cents',
  refundedUsdCents: 'cents',
  firstSeenAt: 'time',
  lastSeenAt: 'time',
})

const columns = figureColumns.with<Notes>({
  note: 'text',
  consent: 'boolean',
  consentAt: 'time',
  revision: 'int',
})

const followedColumns = figureColumns.omit('merchant', 'id', 'key')

/** Writes the figures of customers, and returns the id of each key. Notes and consent stay. */
export async function writeFigures(
  db: Queryable,
  customers: readonly Figures[],
): Promise<Map<string, string>> {
  const { rows } = await db.query<{ key: string; id: string }>(
    `insert into customers (${figureColumns.names}) select * from ${figureColumns.unnest}
     on conflict (merchant, key) do update set ${followedColumns.excluded}
     returning key, id`,
    figureColumns.batchOf(customers),
  )
  return new Map(rows.map(({ key, id }) => [key, id]))
}

export async function deleteCustomers(
  db: Queryable,
  { merchant, keys }: { merchant: Address; keys: readonly string[] },
): Promise<void> {
  await db.query('delete from customers where merchant = $1 and key = any($2)', [merchant, keys])
}

export async function deleteCustomersOf(db: Queryable, merchant: Address): Promise<void> {
  await db.query('delete from customers where merchant = $1', [merchant])
}

type Words = {
  merchant: Address
  customerIds: readonly string[]
  words: readonly { word: string; customerId: string }[]
}

/** Replaces the texts by which customers are found. */
export async function replaceWords(
  db: Queryable,
  { merchant, customerIds, words }: Words,
): Promise<void> {
  const givenWords = 'unnest($3::text[], $4::text[]) as given (word, customer_id)'
  await db.query(
    `with outdated as (
       delete from customer_words where merchant = $1 and customer_id = any($2)
         and (word, customer_id) not in (select word, customer_id from ${givenWords})
     )
     insert into customer_words (merchant, word, customer_id)
     select $1, word, customer_id from ${givenWords} on conflict do nothing`,
    [
      merchant,
      customerIds,
      words.map(({ word }) => word),
      words.map(({ customerId }) => customerId),
    ],
  )
}

/** Returns a customer. */
export async function findCustomer(
  db: Queryable,
  { merchant, id }: { merchant: Address; id: string },
): Promise<Customer | null> {
  return columns.find(
    db,
    `select ${columns.fields} from customers where merchant = $1 and id = $2`,
    [merchant, id],
  )
}

/** Returns a customer, and locks it until the transaction ends. */
export async function findCustomerForUpdate(
  db: Queryable,
  { merchant, id }: { merchant: Address; id: string },
): Promise<Customer | null> {
  return columns.find(
    db,
    `select ${columns.fields} from customers where merchant = $1 and id = $2 for update`,
    [merchant, id],
  )
}

/** Updates what the team wrote about a customer that the transaction has locked. */
export async function updateNotes(
  db: Queryable,
  { merchant, id, note, consent, consentAt, revision }: Customer,
): Promise<void> {
  await db.query(
    `update customers set note = $3, consent = $4, consent_at = $5, revision = $6
     where merchant = $1 and id = $2`,
    [merchant, id, note, consent, consentAt, revision],
  )
}

type Named = { merchant: Address; keys: readonly string[] }

/** Returns the customers with these keys or wallets. */
export async function listNamed(db: Queryable, { merchant, keys }: Named): Promise<Customer[]> {
  return columns.list(
    db,
    `select ${columns.fields} from customers where merchant = $1 and key = any($2) order by key`,
    [merchant, keys],
  )
}

/** Erases what the team wrote about customers, and returns how many had any. */
export async function eraseNotes(db: Queryable, { merchant, keys }: Named): Promise<number> {
  const { rowCount } = await db.query(
    `update customers set note = null, consent = null, consent_at = null, revision = revision + 1
     where merchant = $1 and key = any($2)
       and (note is not null or consent is not null or consent_at is not null)`,
    [merchant, keys],
  )
  return rowCount
}

/** The columns by which lists are sorted. Listed, so that no other text becomes part of the SQL. */
export const sortColumns = {
  lastSeenAt: 'last_seen_at',
  spentUsd: 'spent_usd_cents',
  receiptCount: 'receipt_count',
  name: 'name_key',
} as const

export type CustomerSort = keyof typeof sortColumns

/** Which customers follow: those after one with this value and id. */
export type CustomerCursor = { value: string | number; id: string }

export type CustomerList = {
  merchant: Address
  /** Only these customers. */
  ids: readonly string[] | null
  /** Only customers with a text that begins like this. */
  beginning: string | null
  sort: CustomerSort
  isDescending: boolean
  after: CustomerCursor | null
  limit: number
}

/** Lists customers in the order of a column. */
export async function listCustomersBy(db: Queryable, list: CustomerList): Promise<Customer[]> {
  const { merchant, ids, beginning, sort, isDescending, after, limit } = list
  const column = sortColumns[sort]
  const direction = isDescending ? 'desc' : 'asc'
  const params: unknown[] = [merchant, limit]
  const bind = (value: unknown) => `$${params.push(value)}`
  const conditions = ['merchant = $1']
  if (ids !== null) conditions.push(`id = any(${bind(ids)})`)
  if (beginning !== null) {
    const begins = beginsWith(bind(beginning))
    conditions.push(`exists (
      select from customer_words as w
      where w.merchant = $1 and w.customer_id = customers.id and ${begins}
    )`)
  }
  if (after !== null) {
    const value = `${bind(after.value)}${sort === 'name' ? '::text collate "C"' : '::bigint'}`
    conditions.push(`(${column}, id) ${isDescending ? '<' : '>'} (${value}, ${bind(after.id)})`)
  }
  return columns.list(
    db,
    `select ${columns.fields} from customers where ${conditions.join(' and ')}
     order by ${column} ${direction}, id ${direction} limit $2`,
    params,
  )
}

/**
 * Returns the ids of customers with a text that begins like this, or null if more than `max` texts
 * do.
 */
export async function findIdsBeginning(
  db: Queryable,
  { merchant, beginning, max }: { merchant: Address; beginning: string; max: number },
): Promise<string[] | null> {
  const { rows } = await db.query<{ customer_id: string }>(
    `select customer_id from customer_words as w
     where w.merchant = $1 and ${beginsWith('$2')} limit $3`,
    [merchant, beginning, max + 1],
  )
  if (rows.length > max) return null
  return Array.from(new Set(rows.map(({ customer_id }) => customer_id)))
}

/** Counts the customers of a merchant, up to a limit. */
export async function countCustomers(
  db: Queryable,
  { merchant, limit }: { merchant: Address; limit: number },
): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from (
       select from customers where merchant = $1 limit $2
     ) as counted`,
    [merchant, limit],
  )
  return rows[0]?.count ?? 0
}

const beginsWith = (text: string) =>
  `w.word >= ${text}::text and w.word < ${text}::text || chr(1114111)`
