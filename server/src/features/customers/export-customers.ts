import { invalidInput } from '../../lib/errors.js'
import { formatCsvRow } from '../../lib/format-csv.js'
import { type Address, checksumAddress } from '../../lib/hex.js'
import { centsToDecimal } from '../../lib/money.js'
import type { UnixMs } from '../../lib/time.js'
import type { TxContext } from '../../platform/context.js'
import { type Customer, emailOf } from './customer.js'
import { type CustomerCursor, countCustomers, listCustomersBy } from './customer-store.js'
import { type CustomerSelection, selectCustomers } from './list-customers.js'
import { type CustomerFilter, cursorOf } from './read-customer-query.js'

const batchSize = 1_000
const maxRows = 100_000

const columns: readonly { name: string; write: (customer: Customer) => string | number }[] = [
  { name: 'customerId', write: ({ id }) => id },
  { name: 'email', write: (customer) => emailOf(customer) ?? '' },
  { name: 'wallet', write: ({ wallet }) => (wallet ? checksumAddress(wallet) : '') },
  { name: 'name', write: ({ name }) => name ?? '' },
  { name: 'receipts', write: ({ receiptCount }) => receiptCount },
  { name: 'spentUsd', write: ({ spentUsdCents }) => centsToDecimal(spentUsdCents) },
  { name: 'refundedUsd', write: ({ refundedUsdCents }) => centsToDecimal(refundedUsdCents) },
  { name: 'firstSeenAt', write: ({ firstSeenAt }) => formatTime(firstSeenAt) },
  { name: 'lastSeenAt', write: ({ lastSeenAt }) => formatTime(lastSeenAt) },
  { name: 'consent', write: ({ consent }) => (consent === null ? '' : consent ? 'yes' : 'no') },
  { name: 'consentAt', write: ({ consentAt }) => (consentAt ? formatTime(consentAt) : '') },
  { name: 'note', write: ({ note }) => note ?? '' },
]

/**
 * Selects the customers of an export. Counts them first, because a file that ends early would look
 * complete.
 *
 * @throws {AppError} `invalid_input` for more than 100,000 customers.
 */
export async function selectForExport(
  ctx: Pick<TxContext, 'db'>,
  { merchant, filter }: { merchant: Address; filter: CustomerFilter },
): Promise<CustomerSelection> {
  const selection = await selectCustomers(ctx, { merchant, filter })
  if (selection.ids !== null) return selection
  const count = await countCustomers(ctx.db, { merchant, limit: maxRows + 1 })
  if (count <= maxRows) return selection
  throw invalidInput(`More than ${maxRows} customers match. Send q to export fewer.`)
}

/** Yields customers as CSV in batches, in the order of the list. */
export async function* exportCustomers(
  ctx: Pick<TxContext, 'db'>,
  { selection, filter }: { selection: CustomerSelection; filter: CustomerFilter },
): AsyncGenerator<string> {
  const { sort, isDescending } = filter
  let written = formatCsvRow(columns.map(({ name }) => name))
  for (let after: CustomerCursor | null = null; ; ) {
    // Nothing is sent before the first batch is read, so that a failure can still set the response
    // status.
    const list = { ...selection, sort, isDescending, after, limit: batchSize }
    const customers: Customer[] = await listCustomersBy(ctx.db, list)
    yield written + customers.map(formatCustomer).join('')
    const last = customers.at(-1)
    if (!last || customers.length < batchSize) return
    after = cursorOf(last, sort)
    written = ''
  }
}

function formatCustomer(customer: Customer): string {
  return formatCsvRow(columns.map(({ write }) => write(customer)))
}

function formatTime(at: UnixMs): string {
  return new Date(at).toISOString()
}
