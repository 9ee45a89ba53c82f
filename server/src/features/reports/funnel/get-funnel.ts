import { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import type { DayRequest } from '../read-day-query.js'
import { countFailures, countSteps, type FunnelCounts } from './store.js'

export type Funnel = Pick<DayRequest, 'from' | 'to'> & {
  counts: FunnelCounts
  failures: { code: string; count: number }[]
}

/** Each takes a timeline to read. */
const maxReceipts = 50_000

/**
 * Reports how far the buyers of receipts created in a range came, and why payments failed.
 *
 * @throws {AppError} `invalid_input` when the range has too many receipts.
 */
export async function getFunnel(
  ctx: Pick<TxContext, 'db'>,
  input: Pick<DayRequest, 'from' | 'to'> & { merchant: Address },
): Promise<Funnel> {
  const { merchant, from, to } = input
  const range = { merchant, from, to, limit: maxReceipts + 1 }
  const counts = await countSteps(ctx.db, range)
  if (counts.created > maxReceipts) {
    throw new AppError(
      'invalid_input',
      `The range has more than ${maxReceipts} receipts. Shorten the range.`,
    )
  }
  return { from, to, counts, failures: await countFailures(ctx.db, range) }
}
