import { formatCsv } from '../../../lib/format-csv.js'
import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import { findFailure } from '../../receipts/status/failures.js'
import { countFailures, countSteps, type FunnelCounts } from '../read-model/funnel-store.js'
import { requireAtMost, type Span } from '../read-report-query.js'
import { rateOf } from '../round-parts.js'
import type { FunnelResponse } from './schemas.js'

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

export function describeFunnel({ from, to, counts, failures }: Funnel): FunnelResponse {
  const { created } = counts
  const step = (name: FunnelResponse['steps'][number]['step'], count: number) => ({
    step: name,
    count,
    rate: rateOf(count, created),
  })
  return {
    ok: true,
    from,
    to,
    created,
    steps: [
      step('link_opened', counts.linkOpened),
      step('buyer_logged_in', counts.buyerLoggedIn),
      step('checkout_initialized', counts.checkoutInitialized),
      step('paid', counts.paid),
    ],
    failures: failures.map(({ code, count }) => ({
      failureCode: code,
      failureCategory: findFailure(code)?.category ?? 'system',
      count,
    })),
  }
}

/** Formats a funnel as CSV. The column `type` is `step` or `failure`. */
export function formatFunnel(funnel: Funnel): string {
  const { created, steps, failures } = describeFunnel(funnel)
  return formatCsv([
    ['type', 'name', 'count', 'rate'],
    ['step', 'created', created, rateOf(created, created)],
    ...steps.map(({ step, count, rate }) => ['step', step, count, rate]),
    ...failures.map(({ failureCode, count }) => ['failure', failureCode, count, '']),
  ])
}
