import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import type { Customer } from './customer.js'
import {
  type CustomerList,
  countCustomers,
  findIdsBeginning,
  listCustomersBy,
} from './customer-store.js'
import { type CustomerFilter, type CustomerPage, writeCursor } from './read-customer-query.js'

/** Up to here, an index lists the matches. More are found while the list is read in its order. */
const maxMatches = 2_000
const maxCounted = 10_000

type ListContext = Pick<TxContext, 'db'>

export type CustomerSelection = Pick<CustomerList, 'merchant' | 'ids' | 'beginning'>

/**
 * Returns a page of a merchant's customers, the cursor of the next page, and how many match: null
 * where counting them would take long.
 */
export async function listCustomers(
  ctx: ListContext,
  { merchant, page }: { merchant: Address; page: CustomerPage },
): Promise<{ customers: Customer[]; nextCursor: string | null; total: number | null }> {
  const { limit, after, sort, isDescending } = page
  const selection = await selectCustomers(ctx, { merchant, filter: page })
  // One more than shown tells whether another page follows.
  const list = { ...selection, sort, isDescending, after, limit: limit + 1 }
  const matches = await listCustomersBy(ctx.db, list)
  const customers = matches.slice(0, limit)
  const last = matches.length > limit ? customers.at(-1) : undefined
  return {
    customers,
    nextCursor: last ? writeCursor(last, sort) : null,
    total: await countSelected(ctx, selection),
  }
}

/** Decides how customers that match are found. */
export async function selectCustomers(
  { db }: ListContext,
  { merchant, filter: { beginning } }: { merchant: Address; filter: CustomerFilter },
): Promise<CustomerSelection> {
  if (beginning === null) return { merchant, ids: null, beginning: null }
  const ids = await findIdsBeginning(db, { merchant, beginning, max: maxMatches })
  return ids !== null ? { merchant, ids, beginning: null } : { merchant, ids: null, beginning }
}

async function countSelected(
  { db }: ListContext,
  { merchant, ids, beginning }: CustomerSelection,
): Promise<number | null> {
  if (ids !== null) return ids.length
  if (beginning !== null) return null
  const count = await countCustomers(db, { merchant, limit: maxCounted + 1 })
  return count > maxCounted ? null : count
}
