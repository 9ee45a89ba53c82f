import { MINUTE_MS } from '../../../lib/time.js'
import type { Limit } from '../limit.js'

/** Limits on reports and reserves. */
export const moneyLimits = {
  reports: {
    counts: 'reports of sales, items, funnels, subscriptions and taxes',
    windowMs: MINUTE_MS,
    max: { merchant: 60, network: 120, platform: 600 },
    reason: 'A report of items or a funnel reads up to 50,000 receipts.',
  },
  'reserve-reads': {
    counts: 'calls for reserve balances',
    windowMs: MINUTE_MS,
    max: { merchant: 60, network: 120, platform: 1_200 },
    reason: 'Balances are read from the chain, at most every 30 seconds for a merchant.',
  },
} as const satisfies Record<string, Limit>
