import { DAY_MS, MINUTE_MS } from '../../../lib/time.js'
import type { Limit } from '../limit.js'

/** Limits on accounts, keys and sign-in. */
export const accessLimits = {
  'sign-in': {
    counts: 'calls to sign-in routes',
    windowMs: MINUTE_MS,
    max: { network: 60 },
    reason: 'Checking a signature takes CPU time, and a contract wallet takes calls to the node.',
  },
  'contract-signatures': {
    counts: 'signatures that only the chain can check',
    windowMs: MINUTE_MS,
    max: { network: 10 },
    reason: 'A contract wallet runs code of its owner on the node, for up to 0.7 s.',
  },
  'wallet-proofs': {
    counts: 'calls with a SIGN-IN-WITH-X proof',
    windowMs: MINUTE_MS,
    isPerProcess: true,
    max: { network: 60 },
    reason:
      'Checking a signature takes CPU time, and its nonce is stored for a day. Counted in each process.',
  },
  'waiting-signatures': {
    counts: 'signatures that wait to be checked by the chain',
    max: { network: 3, platform: 24 },
    reason: 'Four are checked at a time. Network addresses take turns, in each process.',
  },
  'ownership-changes': {
    counts: 'signed changes to owners and recovery wallets',
    windowMs: DAY_MS,
    max: { person: 20, network: 100 },
    reason: 'Checking the signature of a contract wallet takes calls to the node.',
  },
  'new-merchants': {
    counts: 'new merchants',
    windowMs: DAY_MS,
    max: { network: 20, platform: 5_000 },
    reason: 'A merchant is stored forever, and a wallet to create one costs nothing.',
  },
  'free-keys': {
    counts: 'new keys of the starter plan without a session',
    windowMs: DAY_MS,
    max: { wallet: 5, network: 5, platform: 5_000 },
    reason: 'Each can create a merchant, which is stored forever. A session creates further keys.',
  },
  'merchant-claims': {
    counts: 'claims of merchants without an owner',
    windowMs: DAY_MS,
    max: { person: 20, network: 50 },
    reason: 'Each names a key, and guessing keys must not pay off.',
  },
  'plan-keys': {
    counts: 'keys of plans that a SIGN-IN-WITH-X proof replaced',
    windowMs: DAY_MS,
    max: { person: 20, network: 50 },
    reason: 'Every key is stored forever.',
  },
  members: {
    counts: 'members and open invitations',
    max: { merchant: 200 },
    reason: 'They are listed at once.',
  },
  invitations: {
    counts: 'new invitations',
    windowMs: DAY_MS,
    max: { merchant: 100, network: 200 },
    reason: 'Anyone can invite a wallet, which has to decline.',
  },
  registers: {
    counts: 'registers',
    max: { merchant: 100 },
    reason: 'They are listed at once.',
  },
  cashiers: {
    counts: 'cashiers',
    max: { merchant: 200 },
    reason: 'They are listed at once, and every register shows their names.',
  },
  devices: {
    counts: 'paired devices',
    max: { merchant: 50 },
    reason:
      'Each may try 20 wrong PINs. With more of them, guessing the PIN of some cashier would take less time.',
  },
  pairings: {
    counts: 'new pairing codes',
    windowMs: DAY_MS,
    max: { merchant: 100, network: 200 },
    reason: 'Each can become a device, which may try 20 wrong PINs.',
  },
  'pairing-attempts': {
    counts: 'attempts to pair a device',
    windowMs: MINUTE_MS,
    max: { network: 20 },
    reason: 'A code has 128 random bits, so guessing is hopeless. Each attempt takes a query.',
  },
  'pin-changes': {
    counts: 'new PINs of cashiers',
    windowMs: DAY_MS,
    max: { merchant: 500, network: 1_000 },
    reason: 'More than all cashiers of a merchant need. Hashing one takes about 0.1 s of CPU time.',
  },
  'pin-checks': {
    counts: 'checks of a PIN at a device',
    windowMs: MINUTE_MS,
    isPerProcess: true,
    countsSites: true,
    max: { person: 20, merchant: 240, network: 240 },
    reason:
      'Right PINs are not limited otherwise, and each check takes about 0.1 s of CPU time. A device counts as a person.',
  },
  'waiting-pins': {
    counts: 'PINs that wait to be hashed',
    max: { merchant: 30, network: 30, platform: 100 },
    reason:
      'One is hashed at a time. Established merchants take turns in a queue of their own; in the queue of new ones, network addresses do.',
  },
  'device-calls': {
    counts: 'calls of a paired device',
    windowMs: MINUTE_MS,
    max: { person: 600, network: 3_000 },
    reason: 'Far above what a cashier does. The registers of a shop share a network address.',
  },
  keys: {
    counts: 'keys',
    max: { merchant: 100 },
    reason: 'More than a merchant has programs, and few enough to list at once.',
  },
  'unknown-keys': {
    counts: 'unknown keys',
    windowMs: MINUTE_MS,
    isPerProcess: true,
    max: { network: 60 },
    reason:
      'Each takes a query. Keys that have worked before are not affected. Counted in each process.',
  },
  'rejected-calls': {
    counts: 'calls to unknown URLs or without valid credentials',
    windowMs: MINUTE_MS,
    isPerProcess: true,
    max: { network: 1_200 },
    reason: 'Only scanners make more. Accepted calls are not affected. Counted in each process.',
  },
  scheduler: {
    counts: 'calls with the cron secret',
    windowMs: MINUTE_MS,
    isPerProcess: true,
    max: { platform: 600 },
    reason: 'Far above what a scheduler needs. Counted in each process.',
  },
  'waiting-calls': {
    counts: 'calls without a key that wait for their turn',
    max: { network: 32, platform: 512 },
    reason:
      'Up to 32 run at a time, and 8 while many connections arrive. Network addresses take turns, in each process. Pages and files from memory do not wait.',
  },
  'kept-connections': {
    counts: 'connections that stay open after a call without a key',
    max: { network: 64, platform: 2_048 },
    reason:
      'Each takes memory. Calls over further ones are answered as usual, and then the connection is closed. An idle connection is closed after 72 s. Counted in each process.',
  },
  connections: {
    counts: 'open connections',
    max: { network: 1_024, platform: 8_192 },
    reason:
      'Each takes memory before anything is received. Trusted proxies are exempt. Beyond the total, the address with the most connections loses its oldest one, idle ones first. Counted in each process.',
  },
  'person-calls': {
    counts: 'calls with a session',
    windowMs: MINUTE_MS,
    max: { person: 600, network: 3_000 },
    reason: 'Far above what a person does. An office shares a network address.',
  },
  'starter-calls': {
    counts: 'calls with keys of the starter plan',
    windowMs: MINUTE_MS,
    max: { subscription: 60, network: 1_200 },
    reason: 'The plan is free, so one network address could use many.',
  },
  'pro-calls': {
    counts: 'calls with keys of the pro plan',
    windowMs: MINUTE_MS,
    max: { subscription: 600 },
    reason: 'Included in the price of the plan.',
  },
  'enterprise-calls': {
    counts: 'calls with keys of the enterprise plan',
    windowMs: MINUTE_MS,
    max: { subscription: 3_000 },
    reason: 'Included in the price of the plan.',
  },
} as const satisfies Record<string, Limit>
