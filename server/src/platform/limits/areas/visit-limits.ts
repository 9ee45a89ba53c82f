import { MINUTE_MS } from '../../../lib/time.js'
import type { Limit } from '../limit.js'

/** Limits on public pages and their streams. */
export const visitLimits = {
  'site-config': {
    counts: 'calls to the public site configuration',
    windowMs: MINUTE_MS,
    max: { network: 120 },
    reason: 'Pages read it once per visit.',
  },
  directory: {
    counts: 'searches of shops and their items without a key',
    windowMs: MINUTE_MS,
    countsSites: true,
    max: { network: 120 },
    reason:
      'Enough for a person or a program that compares shops, too slow to copy the directory. A /48 network of IPv6 has 16 times as many.',
  },
  pages: {
    counts: 'requests for pages, scripts and the API reference',
    windowMs: MINUTE_MS,
    isPerProcess: true,
    max: { network: 1_200 },
    reason: 'They come from memory. An office shares a network address. Counted in each process.',
  },
  pictures: {
    counts: 'requests for pictures',
    windowMs: MINUTE_MS,
    isPerProcess: true,
    max: { network: 6_000 },
    reason:
      'A page of a catalog shows up to 200, and a browser keeps them for a year. Counted in each process.',
  },
  preflights: {
    counts: 'requests of browsers that ask whether another site may call a route',
    windowMs: MINUTE_MS,
    isPerProcess: true,
    max: { network: 600 },
    reason:
      'They come from memory, and a browser keeps the response for two hours. Counted in each process.',
  },
  health: {
    counts: 'calls to /healthz',
    windowMs: MINUTE_MS,
    isPerProcess: true,
    max: { network: 6_000 },
    reason: 'Far above what monitors need. Counted in each process, so that it needs no database.',
  },
  tags: {
    counts: 'calls to find the sale that waits at a register',
    windowMs: MINUTE_MS,
    max: { network: 600 },
    reason:
      'A phone asks every two seconds until the cashier charges, and all phones in a shop share a network address. A code is one of 850 billion.',
  },
  portal: {
    counts: 'calls by payment pages',
    windowMs: MINUTE_MS,
    max: { network: 120 },
    reason: 'A page without a stream polls every few seconds.',
  },
  'portal-streams': {
    counts: 'open streams of payment pages',
    max: { network: 20, platform: 2_000 },
    reason: 'Each holds a connection and memory. Pages poll when they get none.',
  },
  'waiting-prints': {
    counts: 'receipts that wait to be printed',
    max: { network: 2, platform: 8 },
    reason:
      'A large receipt takes up to 0.8 s, and a longer queue would make people wait too long.',
  },
} as const satisfies Record<string, Limit>
