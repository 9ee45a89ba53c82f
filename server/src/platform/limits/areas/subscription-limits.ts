import { DAY_MS, MINUTE_MS } from '../../../lib/time.js'
import type { Limit } from '../limit.js'

/** Limits on plans and subscriptions. */
export const subscriptionLimits = {
  'plan-lists': {
    counts: "calls to the public list of a merchant's plans",
    windowMs: MINUTE_MS,
    max: { network: 120 },
    reason: 'Pages read it once per visit.',
  },
  plans: {
    counts: 'active plans',
    max: { merchant: 100 },
    reason: 'They are listed at once.',
  },
  'plan-changes': {
    counts: 'new and changed plans',
    windowMs: DAY_MS,
    max: { merchant: 200, network: 400 },
    reason: 'Plans and their versions are stored forever.',
  },
  'payout-changes': {
    counts: 'signed payouts of subscription plans',
    windowMs: DAY_MS,
    max: { merchant: 20, network: 40 },
    reason: 'The platform pays the gas of each.',
  },
  'subscription-requests': {
    counts: 'calls without a key to subscribe, or to cancel or read subscriptions',
    windowMs: MINUTE_MS,
    max: { network: 120 },
    reason:
      'Checking a signature takes CPU time, and every new permission takes a call to the node.',
  },
  'new-subscriptions': {
    counts: "new subscriptions without the merchant's key",
    windowMs: DAY_MS,
    max: { wallet: 20, network: 100, platform: 50_000 },
    reason: 'Each is stored forever and leads to a charge, and a wallet costs nothing.',
  },
  'merchant-subscriptions': {
    counts: 'new subscriptions to all plans',
    windowMs: DAY_MS,
    max: { merchant: 10_000 },
    reason: 'Each is stored forever and leads to a charge.',
  },
  'unregistered-charges': {
    counts: 'charges of permissions that were never registered, which are booked',
    windowMs: DAY_MS,
    max: { merchant: 100, platform: 10_000 },
    reason:
      'Anyone can make them for gas, and each is stored forever. Others are booked on later days.',
  },
  forecasts: {
    counts: "pages of forecasts of a merchant's subscriptions",
    windowMs: MINUTE_MS,
    max: { merchant: 30, network: 60, platform: 300 },
    reason: 'A page makes up to 13 calls to the node.',
  },
} as const satisfies Record<string, Limit>
