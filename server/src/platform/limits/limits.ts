import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/time.js'
import type { Config } from '../config/config.js'

/**
 * What a limit counts by, the smallest first. A wallet costs nothing, so a limit per person or merchant needs one per
 * network address as well: an IPv4 address, or a /64 network of IPv6.
 */
export const limitOwners = [
  'request',
  'receipt',
  'wallet',
  'person',
  'subscription',
  'merchant',
  'network',
  'platform',
] as const

export type LimitOwner = (typeof limitOwners)[number]

/** Who uses a limit, e.g. `{ person: wallet, network: hashNetwork(ip) }`. */
export type LimitKeys = Partial<Record<LimitOwner, string>>

export type Limit = {
  /** What is counted, in the plural. */
  counts: string
  /** When the count begins again. Null counts what exists at the same time. */
  windowMs: number | null
  /** Counted in the memory of each process, because a query would cost more than what is counted. */
  isPerProcess?: boolean
  most: Partial<Record<LimitOwner, number>>
  reason: string
}

/** Every limit on what callers may use. docs/limits.md is generated from it. */
export const limits = {
  'sign-in': {
    counts: 'calls to sign-in routes',
    windowMs: MINUTE_MS,
    most: { network: 60 },
    reason: 'Checking a signature takes CPU time, and a contract wallet takes calls to the node.',
  },
  'contract-signatures': {
    counts: 'signatures that only the chain can check',
    windowMs: MINUTE_MS,
    most: { network: 10 },
    reason: 'A contract wallet runs code of its owner on the node, for up to 0.7 s.',
  },
  'waiting-signatures': {
    counts: 'signatures that wait to be checked by the chain',
    windowMs: null,
    most: { network: 3, platform: 24 },
    reason: 'Four are checked at a time. Network addresses take turns, in each process.',
  },
  'site-config': {
    counts: 'calls to the public site configuration',
    windowMs: MINUTE_MS,
    most: { network: 120 },
    reason: 'Pages read it once per visit.',
  },
  directory: {
    counts: 'searches of shops and their items without a key',
    windowMs: MINUTE_MS,
    most: { network: 120 },
    reason: 'Enough for a person or a program that compares shops, too slow to copy the directory.',
  },
  'shop-orders': {
    counts: 'orders and quotes without a key',
    windowMs: MINUTE_MS,
    most: { network: 30 },
    reason: 'Every order is stored.',
  },
  'unpaid-orders': {
    counts: 'unpaid orders without a key at one shop, of the last hour',
    windowMs: null,
    most: { network: 10 },
    reason: 'More than a household or an office orders at once, and too few to flood a shop.',
  },
  'firm-holds': {
    counts: 'orders without a key whose stock is held before their money arrives',
    windowMs: null,
    most: { wallet: 1, network: 2 },
    reason:
      'One balance must not hold the stock of many orders. Further payments hold stock once they are in a block.',
  },
  'unpaid-firm-holds': {
    counts: 'such holds that ended unpaid, of the last hour',
    windowMs: null,
    most: { wallet: 1, network: 1, merchant: 5 },
    reason:
      'A payment that never arrives costs nothing. After it, payments hold stock once they are in a block.',
  },
  'shop-names': {
    counts: 'changes to the name, slug or listing of a shop',
    windowMs: DAY_MS,
    most: { merchant: 100, network: 300 },
    reason: 'Former slugs stay reserved, and an operator reviews names that look alike.',
  },
  'former-slugs': {
    counts: 'former slugs that lead to a shop',
    windowMs: null,
    most: { merchant: 3 },
    reason:
      'Each stays reserved for 180 days. Only a slug used for less than a day, and never while listed, is freed earlier.',
  },
  pages: {
    counts: 'requests for pages, scripts and the API reference',
    windowMs: MINUTE_MS,
    isPerProcess: true,
    most: { network: 1_200 },
    reason: 'They come from memory. An office shares a network address. Counted in each process.',
  },
  health: {
    counts: 'calls to /healthz',
    windowMs: MINUTE_MS,
    isPerProcess: true,
    most: { network: 6_000 },
    reason: 'Far above what monitors need. Counted in each process, so that it needs no database.',
  },
  'rejected-calls': {
    counts: 'calls to unknown URLs or without valid credentials',
    windowMs: MINUTE_MS,
    isPerProcess: true,
    most: { network: 1_200 },
    reason: 'Only scanners make more. Accepted calls are not affected. Counted in each process.',
  },
  'unknown-keys': {
    counts: 'unknown keys',
    windowMs: MINUTE_MS,
    isPerProcess: true,
    most: { network: 60 },
    reason:
      'Each takes a query. Keys that have worked before are not affected. Counted in each process.',
  },
  scheduler: {
    counts: 'calls with the cron secret',
    windowMs: MINUTE_MS,
    isPerProcess: true,
    most: { platform: 600 },
    reason: 'Far above what a scheduler needs. Counted in each process.',
  },
  portal: {
    counts: 'calls by payment pages',
    windowMs: MINUTE_MS,
    most: { network: 120 },
    reason: 'A page without a stream polls every few seconds.',
  },
  'person-calls': {
    counts: 'calls with a session',
    windowMs: MINUTE_MS,
    most: { person: 600, network: 3_000 },
    reason: 'Far above what a person does. An office shares a network address.',
  },
  'starter-calls': {
    counts: 'calls with keys of the starter plan',
    windowMs: MINUTE_MS,
    most: { subscription: 60, network: 1_200 },
    reason: 'The plan is free, so one network address could use many.',
  },
  'pro-calls': {
    counts: 'calls with keys of the pro plan',
    windowMs: MINUTE_MS,
    most: { subscription: 600 },
    reason: 'Included in the price of the plan.',
  },
  'enterprise-calls': {
    counts: 'calls with keys of the enterprise plan',
    windowMs: MINUTE_MS,
    most: { subscription: 3_000 },
    reason: 'Included in the price of the plan.',
  },
  'starter-receipts': {
    counts: 'new receipts with a session, on shop pages and with keys of the starter plan',
    windowMs: DAY_MS,
    most: { subscription: 1_200, network: 3_000 },
    reason:
      'Every deposit address is watched for 90 days, and 200 of them cost a request per block.',
  },
  'pro-receipts': {
    counts: 'new receipts with keys of the pro plan',
    windowMs: DAY_MS,
    most: { subscription: 12_000 },
    reason: 'A part of what the plan sells: 20 per day for each call per minute.',
  },
  'enterprise-receipts': {
    counts: 'new receipts with keys of the enterprise plan',
    windowMs: DAY_MS,
    most: { subscription: 60_000 },
    reason: 'A part of what the plan sells: 20 per day for each call per minute.',
  },
  'plan-lists': {
    counts: "calls to the public list of a merchant's plans",
    windowMs: MINUTE_MS,
    most: { network: 120 },
    reason: 'Pages read it once per visit.',
  },
  plans: {
    counts: 'active plans',
    windowMs: null,
    most: { merchant: 100 },
    reason: 'They are listed at once.',
  },
  'plan-changes': {
    counts: 'new and changed plans',
    windowMs: DAY_MS,
    most: { merchant: 200, network: 400 },
    reason: 'Plans and their versions are stored forever.',
  },
  'payout-changes': {
    counts: 'signed payouts of subscription plans',
    windowMs: DAY_MS,
    most: { merchant: 20, network: 40 },
    reason: 'The platform pays the gas of each.',
  },
  'subscription-requests': {
    counts: 'calls without a key to subscribe, or to cancel or read subscriptions',
    windowMs: MINUTE_MS,
    most: { network: 120 },
    reason:
      'Checking a signature takes CPU time, and every new permission takes a call to the node.',
  },
  'new-subscriptions': {
    counts: "new subscriptions without the merchant's key",
    windowMs: DAY_MS,
    most: { wallet: 20, network: 100, platform: 50_000 },
    reason: 'Each is stored forever and leads to a charge, and a wallet costs nothing.',
  },
  'merchant-subscriptions': {
    counts: 'new subscriptions to all plans',
    windowMs: DAY_MS,
    most: { merchant: 10_000 },
    reason: 'Each is stored forever and leads to a charge.',
  },
  forecasts: {
    counts: "pages of forecasts of a merchant's subscriptions",
    windowMs: MINUTE_MS,
    most: { merchant: 30, network: 60, platform: 300 },
    reason: 'A page makes up to 13 calls to the node.',
  },
  rescans: {
    counts: 'rescans of receipts',
    windowMs: MINUTE_MS,
    most: { merchant: 30, network: 60 },
    reason: 'Every rescan makes several calls to the node.',
  },
  'new-splits': {
    counts: 'new splits',
    windowMs: DAY_MS,
    most: { merchant: 20 },
    reason: 'Each can cost the platform the gas of a deployment.',
  },
  gas: {
    counts: 'percent of RELAYER_DAILY_GAS',
    windowMs: DAY_MS,
    most: { wallet: 0.5, merchant: 25, platform: 100 },
    reason: 'The platform pays the gas. Single purposes have parts of their own: see Operations.',
  },
  'stored-kilobytes': {
    counts: 'kilobytes stored by strangers and new merchants',
    windowMs: MINUTE_MS,
    most: { network: 2_048 },
    reason:
      'A wallet costs nothing. A write counts 16 kilobytes, its body and a stored response, an item of an order up to 16.5, and a row of an import 0.5. A call by a payment page, a sign-in and a sign-out count 2 and their body; a failed request and a quote count nothing. A merchant is new until it has a paid plan, agreed terms, or sales: a receipt paid on chain, and confirmed payments of 10 dollars in sum, of at least a cent each.',
  },
  'stored-kilobytes-daily': {
    counts: 'kilobytes stored by strangers and new merchants',
    windowMs: DAY_MS,
    most: { network: 262_144, platform: 4_194_304 },
    reason:
      'Keeps the disk from filling up. Many buyers can share an address of a mobile network. Sign-in, sign-out and payment pages do not count for the platform.',
  },
  'established-kilobytes': {
    counts: 'kilobytes stored by an established merchant',
    windowMs: MINUTE_MS,
    most: { merchant: 65_536 },
    reason: 'A few large imports. They count like those of new merchants.',
  },
  'established-kilobytes-daily': {
    counts: 'kilobytes stored by an established merchant',
    windowMs: DAY_MS,
    most: { merchant: 2_097_152 },
    reason: 'Ten dollars of sales must not be enough to fill the disk.',
  },
  webhooks: {
    counts: 'webhooks',
    windowMs: null,
    most: { merchant: 10 },
    reason: 'Every event is delivered to each of them.',
  },
  keys: {
    counts: 'keys',
    windowMs: null,
    most: { merchant: 100 },
    reason: 'More than a merchant has programs, and few enough to list at once.',
  },
  members: {
    counts: 'members and open invitations',
    windowMs: null,
    most: { merchant: 200 },
    reason: 'They are listed at once.',
  },
  invitations: {
    counts: 'new invitations',
    windowMs: DAY_MS,
    most: { merchant: 100, network: 200 },
    reason: 'Anyone can invite a wallet, which has to decline.',
  },
  'new-merchants': {
    counts: 'new merchants',
    windowMs: DAY_MS,
    most: { network: 20, platform: 5_000 },
    reason: 'A merchant is stored forever, and a wallet to create one costs nothing.',
  },
  'ownership-changes': {
    counts: 'signed changes to owners and recovery wallets',
    windowMs: DAY_MS,
    most: { person: 20, network: 100 },
    reason: 'Checking the signature of a contract wallet takes calls to the node.',
  },
  'announced-transactions': {
    counts: 'announced transactions not found yet',
    windowMs: null,
    most: { receipt: 5, network: 20 },
    reason:
      'Each is looked up until it is found or an hour has passed. The count of a receipt is per network address, so that strangers cannot stop its buyer.',
  },
  checkouts: {
    counts: 'checkouts that may report a failure; the newest count',
    windowMs: null,
    most: { receipt: 10 },
    reason: 'A receipt has one buyer, perhaps on several devices.',
  },
  'event-streams': {
    counts: 'open event streams',
    windowMs: null,
    most: { merchant: 10, network: 100, platform: 500 },
    reason:
      'Each holds a connection and memory. The first stream of an established merchant is always accepted; see `stored-kilobytes` for who is new.',
  },
  'new-merchant-streams': {
    counts: 'open event streams of new merchants',
    windowMs: null,
    most: { network: 20, platform: 250 },
    reason: 'A wallet costs nothing. The other streams are reserved for established merchants.',
  },
  'portal-streams': {
    counts: 'open streams of payment pages',
    windowMs: null,
    most: { network: 20, platform: 2_000 },
    reason: 'Each holds a connection and memory. Pages poll when they get none.',
  },
  'waiting-prints': {
    counts: 'receipts that wait to be printed',
    windowMs: null,
    most: { network: 2, platform: 8 },
    reason:
      'A large receipt takes up to 0.8 s, and a longer queue would make people wait too long.',
  },
  'public-bodies': {
    counts: 'bytes in a body, where anyone or a payment page may call',
    windowMs: null,
    most: { request: 16_384 },
    reason: 'Reading JSON takes CPU time, and these calls cost a stranger nothing.',
  },
  bodies: {
    counts: 'bytes in another body',
    windowMs: null,
    most: { request: 262_144 },
    reason: 'Enough for a hundred tax rates, or for a small CSV file in JSON.',
  },
  'item-bodies': {
    counts: 'bytes in the body of an item',
    windowMs: null,
    most: { request: 1_048_576 },
    reason: 'An item may embed its images.',
  },
  'import-bodies': {
    counts: 'bytes in an imported CSV file',
    windowMs: null,
    most: { request: 16_777_216 },
    reason: 'Twenty thousand items with a few sentences each.',
  },
  'import-rows': {
    counts: 'rows in an imported CSV file',
    windowMs: null,
    most: { request: 20_000 },
    reason: 'A file is imported in one transaction.',
  },
  'import-row-length': {
    counts: 'characters in a row of an imported CSV file',
    windowMs: null,
    most: { request: 65_536 },
    reason:
      'Twice the longest valid row. A quote that is never closed would make the rest one row.',
  },
  imports: {
    counts: 'imports at the same time',
    windowMs: null,
    most: { merchant: 1, network: 2, platform: 4 },
    reason:
      'Each takes memory and CPU time for seconds. Counted in each process, for the platform once the file has arrived.',
  },
  'new-merchant-imports': {
    counts: 'imports of new merchants at the same time',
    windowMs: null,
    most: { network: 1, platform: 3 },
    reason: 'A wallet costs nothing. The other imports are reserved for merchants with sales.',
  },
  'arriving-imports': {
    counts: 'bytes of CSV files that have not been read yet',
    windowMs: null,
    most: { platform: 134_217_728 },
    reason:
      'They wait in memory. Beyond it, the file that began to arrive first is dropped. Counted in each process.',
  },
  'catalogue-loads': {
    counts: 'loads of a catalogue with at least 5,000 items or 2 MB of text',
    windowMs: HOUR_MS,
    isPerProcess: true,
    most: { merchant: 6 },
    reason:
      'A load takes seconds, and is repeated only when other catalogues needed the memory. Counted in each process.',
  },
  'waiting-catalogues': {
    counts: 'catalogues of that size that wait to be loaded',
    windowMs: null,
    most: { platform: 100 },
    reason: 'One is loaded at a time. Sizes take turns, in each process.',
  },
  'json-values': {
    counts: 'values in a JSON body',
    windowMs: null,
    most: { request: 10_000 },
    reason: 'Each becomes an object in memory, and two characters can be one.',
  },
  'json-levels': {
    counts: 'levels of nesting in a JSON body',
    windowMs: null,
    most: { request: 32 },
    reason: 'Deeper nesting could overflow the stack.',
  },
  'page-bytes': {
    counts: 'bytes on a page of receipts or events, before its last one',
    windowMs: null,
    most: { request: 524_288 },
    reason:
      'A response is written without a pause, so a large one would delay all other calls. Such a page ends early.',
  },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limits

/** Keeps examples and tests on one machine from being throttled. */
const sandboxFactor = 100

/** Returns the most that an owner may use, or null without a limit. A sandbox allows network addresses more. */
export function mostOf(
  { mode }: Pick<Config, 'mode'>,
  name: LimitName,
  owner: LimitOwner,
): number | null {
  const { most }: Limit = limits[name]
  const count = most[owner]
  if (count === undefined) return null
  return owner === 'network' && mode === 'sandbox' ? count * sandboxFactor : count
}
