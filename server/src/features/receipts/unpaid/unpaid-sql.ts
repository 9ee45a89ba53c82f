import { waitingStatuses } from '../../../lib/receipt-statuses.js'
import { DAY_MS } from '../../../lib/time.js'
import { databaseNow } from '../../../platform/db/columns.js'

/** The statuses of receipts that the sums count. */
export const unpaidStatuses = ['failed', ...waitingStatuses] as const

/** SQL names of columns or parameters with the status and total of a receipt. */
type Names = { status: string; totalUsdCents: string }

const waiting = waitingStatuses.map((status) => `'${status}'`).join(', ')
const isOpen = (status: string) => `(${status} in (${waiting}))`
const isFailed = (status: string) => `(${status} = 'failed')`

/** SQL: what a receipt adds to open, open_cents, failed and failed_cents. */
const summandsOf = ({ status, totalUsdCents }: Names) =>
  [isOpen(status), isFailed(status)].flatMap((is) => [
    `${is}::int`,
    `${is}::int * ${totalUsdCents}`,
  ])

const columns = 'merchant, quarter, open, open_cents, failed, failed_cents'

/**
 * SQL condition: the day of a time has ended by the clock of the database, which decides for all
 * processes. Sums of a day are stored an hour later, when no statement from before its end runs.
 */
const isOfEndedDay = (at: string) => `${at} < ${databaseNow} / ${DAY_MS} * ${DAY_MS}`

/**
 * SQL that adds receipts of days that have ended to the sums. It must be part of the statement that
 * inserts them. `source` has their columns.
 */
export const noteUnpaidReceipts = (source: string) => `
  insert into unpaid_changes (${columns})
  select merchant, created_at / 900000, ${summandsOf({ status: 'status', totalUsdCents: 'total_usd_cents' }).join(', ')}
  from ${source}
  where ${isOfEndedDay('created_at')} and (${isOpen('status')} or ${isFailed('status')})`

/**
 * SQL that moves receipt `$2` of merchant `$1` within the sums, if its day has ended. It must be
 * part of the statement that changes the receipt, which the transaction has locked.
 */
export function noteUnpaidChange(to: Names): string {
  const from = { status: 'status', totalUsdCents: 'total_usd_cents' }
  const [before, after] = [summandsOf(from), summandsOf(to)]
  const differences = after.map((summand, index) => `${summand} - ${before[index]}`)
  return `
    insert into unpaid_changes (${columns})
    select merchant, created_at / 900000, ${differences.join(', ')}
    from receipts where merchant = $1 and id = $2 and ${isOfEndedDay('created_at')}
      and (${after.join(', ')}) is distinct from (${before.join(', ')})`
}
