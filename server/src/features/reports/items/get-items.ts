import { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import { listSales } from '../../ledger/receipt-ledger.js'
import { sumByDay } from '../../ledger/sum-days.js'
import type { DayRequest } from '../read-day-query.js'
import { type SoldItems, sumItems } from './store.js'

export type ItemReport = SoldItems & Pick<DayRequest, 'from' | 'to'>

/** Each takes a receipt to read. */
const maxSales = 50_000

/**
 * Reports the items with the highest sales, from the receipts whose sales in the range stand in the ledger.
 *
 * @throws {AppError} `invalid_input` when the range has too many sales.
 */
export async function getItems(
  ctx: Pick<TxContext, 'db'>,
  input: Omit<DayRequest, 'format'> & { merchant: Address; limit: number },
): Promise<ItemReport> {
  const { merchant, from, to, fromDay, toDay, limit } = input
  // The daily sums are cheaper to read than the sales.
  const sums = await sumByDay(ctx, { merchant, fromDay, toDay, kinds: ['sale'] })
  const orders = sums.reduce((count, { postings }) => count + postings, 0)
  if (orders > maxSales) throw tooMany()

  const sales = await listSales(ctx, { merchant, from, to, limit: maxSales + 1 })
  if (sales.length > maxSales) throw tooMany()
  const receiptIds = [...new Set(sales.map(({ receiptId }) => receiptId))]
  return { from, to, ...(await sumItems(ctx.db, { merchant, receiptIds, limit })) }
}

function tooMany(): AppError {
  return new AppError(
    'invalid_input',
    `The range has more than ${maxSales} sales. Shorten the range.`,
  )
}
