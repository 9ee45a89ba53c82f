import { DAY_MS, MINUTE_MS } from '../../lib/time.js'
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

/** Who uses a limit, e.g. `{ person: wallet, network: networkOf(ip) }`. */
export type LimitKeys = Partial<Record<LimitOwner, string>>

export type Limit = {
  /** What is counted, in the plural. */
  counts: string
  /** When the count begins again. Null counts what exists at the same time. */
  windowMs: number | null
  most: Partial<Record<LimitOwner, number>>
  reason: string
}

/** Every limit on what callers may use. docs/limits.md is generated from it. */
export const limits = {
  'sign-in': {
    counts: 'calls of sign-in routes',
    windowMs: MINUTE_MS,
    most: { network: 60 },
    reason: 'Checking a signature takes CPU time, and a contract wallet takes calls to the node.',
  },
  'site-config': {
    counts: 'calls of the public site configuration',
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
  portal: {
    counts: 'calls of payment pages',
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
    reason: 'A part of what the plan sells.',
  },
  'enterprise-calls': {
    counts: 'calls with keys of the enterprise plan',
    windowMs: MINUTE_MS,
    most: { subscription: 3_000 },
    reason: 'A part of what the plan sells.',
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
  rescans: {
    counts: 'rescans of receipts',
    windowMs: MINUTE_MS,
    most: { merchant: 30 },
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
    counts: 'open invitations',
    windowMs: null,
    most: { wallet: 50 },
    reason: 'Anyone can invite a wallet.',
  },
  'announced-transactions': {
    counts: 'announced transactions that were not found yet',
    windowMs: null,
    most: { receipt: 5, network: 20 },
    reason: 'Each is looked up until it is found or an hour has passed.',
  },
  'event-streams': {
    counts: 'open event streams',
    windowMs: null,
    most: { merchant: 10, platform: 500 },
    reason: 'Each holds a connection and memory.',
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
    most: { platform: 8 },
    reason:
      'A large receipt takes up to 0.8 s, and a longer queue would make people wait too long.',
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
