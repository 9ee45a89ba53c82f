import { formatCsvRow } from '../../../lib/format-csv.js'
import { findFailure } from '../../receipts/status/failures.js'
import type { Funnel } from './get-funnel.js'
import type { FunnelResponse } from './schemas.js'

export function describeFunnel({ from, to, counts, failures }: Funnel): FunnelResponse {
  const { created } = counts
  const step = (name: FunnelResponse['steps'][number]['step'], count: number) => ({
    step: name,
    count,
    rate: created === 0 ? 0 : Math.round((count * 10_000) / created) / 10_000,
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
  return [
    ['type', 'name', 'count', 'rate'],
    ['step', 'created', created, created === 0 ? 0 : 1],
    ...steps.map(({ step, count, rate }) => ['step', step, count, rate]),
    ...failures.map(({ failureCode, count }) => ['failure', failureCode, count, '']),
  ]
    .map(formatCsvRow)
    .join('')
}
