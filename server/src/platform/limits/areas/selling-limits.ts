import { DAY_MS, MINUTE_MS } from '../../../lib/time.js'
import type { Limit } from '../limit.js'

/** Limits on shops, orders, receipts and payouts. */
export const sellingLimits = {
  'shop-names': {
    counts: 'changes to the name, slug or listing of a shop',
    windowMs: DAY_MS,
    max: { merchant: 100, network: 300 },
    reason: 'Former slugs stay reserved, and an operator reviews names that look alike.',
  },
  'former-slugs': {
    counts: 'former slugs that lead to a shop',
    max: { merchant: 3 },
    reason:
      'Each stays reserved for 180 days. Only a slug used for less than a day, and never while listed, is freed earlier.',
  },
  'shop-orders': {
    counts: 'orders and quotes without a key',
    windowMs: MINUTE_MS,
    max: { network: 30 },
    reason: 'Every order is stored.',
  },
  'receipt-exports': {
    counts: 'exports of receipts',
    windowMs: MINUTE_MS,
    max: { merchant: 6, network: 12, platform: 60 },
    reason: 'An export reads up to 100,000 receipts.',
  },
  'x402-orders': {
    counts: 'calls to buy an order without a key',
    windowMs: MINUTE_MS,
    max: { network: 60 },
    reason: 'A purchase takes two calls. Every first one stores an order.',
  },
  'x402-plans': {
    counts: 'calls to buy a developer plan',
    windowMs: MINUTE_MS,
    max: { network: 60 },
    reason: 'A purchase takes two calls, and checking a payment takes calls to the node.',
  },
  mcp: {
    counts: 'messages to /mcp without a key',
    windowMs: MINUTE_MS,
    max: { network: 240 },
    reason:
      'A purchase takes about eight. A tool also counts for the limit of the route that does the same.',
  },
  'unpaid-orders': {
    counts: 'unpaid orders without a key at one shop, of the last hour',
    max: { network: 10 },
    reason: 'More than a household or an office orders at once, and too few to flood a shop.',
  },
  'firm-holds': {
    counts: 'orders without a key whose stock is held before their money arrives',
    max: { wallet: 1, network: 2 },
    reason:
      'One balance must not hold the stock of many orders. Further payments hold stock once they are in a block.',
  },
  'unpaid-firm-holds': {
    counts: 'such holds that ended unpaid, of the last hour',
    max: { wallet: 1, network: 1, merchant: 5 },
    reason:
      'A payment that never arrives costs nothing. After it, payments hold stock once they are in a block.',
  },
  'starter-receipts': {
    counts: 'new receipts with a session, on shop pages and with keys of the starter plan',
    windowMs: DAY_MS,
    max: { subscription: 1_200, network: 3_000 },
    reason:
      'Every deposit address is watched for 90 days, and 200 of them cost a request per block.',
  },
  'pro-receipts': {
    counts: 'new receipts with keys of the pro plan',
    windowMs: DAY_MS,
    max: { subscription: 12_000 },
    reason: 'A part of what the plan sells: 20 per day for each call per minute.',
  },
  'enterprise-receipts': {
    counts: 'new receipts with keys of the enterprise plan',
    windowMs: DAY_MS,
    max: { subscription: 60_000 },
    reason: 'A part of what the plan sells: 20 per day for each call per minute.',
  },
  checkouts: {
    counts: 'checkouts that may report a failure; the newest count',
    max: { receipt: 10 },
    reason: 'A receipt has one buyer, perhaps on several devices.',
  },
  'announced-transactions': {
    counts: 'announced transactions not found yet',
    max: { receipt: 5, network: 20 },
    reason:
      'Each is looked up until it is found or an hour has passed. The count of a receipt is per network address, so that third parties cannot stop its buyer.',
  },
  'onramp-sessions': {
    counts: 'card payments that were started at the provider',
    windowMs: DAY_MS,
    max: { receipt: 10, network: 60, merchant: 2_000 },
    reason:
      'Each is a call to the provider. An open one is used again. Pages whose link may have been guessed have a count of their own.',
  },
  'onramp-callbacks': {
    counts: 'callbacks of the provider of card payments',
    windowMs: MINUTE_MS,
    max: { network: 600 },
    reason: 'A card payment causes about five. Anyone can send forged ones.',
  },
  rescans: {
    counts: 'rescans of receipts',
    windowMs: MINUTE_MS,
    max: { merchant: 30, network: 60 },
    reason: 'Every rescan makes several calls to the node.',
  },
  'new-splits': {
    counts: 'new splits',
    windowMs: DAY_MS,
    max: { merchant: 20, network: 60 },
    reason:
      'Each can cost the platform the gas of a deployment, and the logs of every split are read. The count of a network address includes requests that change nothing.',
  },
  gas: {
    counts: 'percent of RELAYER_DAILY_GAS',
    unit: 'percent',
    windowMs: DAY_MS,
    max: { wallet: 0.5, merchant: 25, platform: 100 },
    reason: 'The platform pays the gas. Single purposes have parts of their own: see Operations.',
  },
} as const satisfies Record<string, Limit>
