import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import { countFailures, countSteps, type FunnelCounts } from '../read-model/funnel-store.js'
import { requireAtMost, type Span } from '../read-report-query.js'

export type Funnel = Span & {
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
  input: Span & { merchant: Address },
): Promise<Funnel> {
  const { merchant, from, to } = input
  const range = { merchant, from, to, limit: maxReceipts + 1 }
  const counts = await countSteps(ctx.db, range)
  requireAtMost(maxReceipts, { count: counts.created, of: 'receipts' })
  return { from, to, counts, failures: await countFailures(ctx.db, range) }
}
