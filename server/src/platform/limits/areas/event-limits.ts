import type { Limit } from '../limit.js'

/** Limits on webhooks and event streams. */
export const eventLimits = {
  webhooks: {
    counts: 'webhooks',
    max: { merchant: 10 },
    reason: 'Every event is delivered to each of them.',
  },
  'event-streams': {
    counts: 'open event streams',
    max: { merchant: 10, network: 100, platform: 500 },
    reason:
      'Each holds a connection and memory. The first stream of an established merchant is always accepted; see `stored-kilobytes` for who is new.',
  },
  'new-merchant-streams': {
    counts: 'open event streams of new merchants',
    max: { network: 20, platform: 250 },
    reason: 'A wallet costs nothing. The other streams are reserved for established merchants.',
  },
} as const satisfies Record<string, Limit>
