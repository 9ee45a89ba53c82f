import { formatCsv } from '../../../lib/format-csv.js'
import { findFailure } from '../../receipts/status/failures.js'
import { rateOf } from '../round-parts.js'
import type { Funnel } from './get-funnel.js'
import type { FunnelResponse } from './schemas.js'

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
