import { knownAddress } from '../../../lib/hex.js'
import { unixMs } from '../../../lib/time.js'
import type { Turn } from './turn.js'

/** A turn for tests, different where they say so. */
export function aTurn({
  delivery = {},
  ...turn
}: Partial<Omit<Turn, 'delivery'>> & {
  delivery?: Partial<Turn['delivery']>
} = {}): Turn {
  return {
    merchant: knownAddress(`0x${'1'.repeat(40)}`),
    lane: 'receipt shop.example r-1',
    route: 'shop.example',
    lease: 'run_1.1',
    isRetry: false,
    ...turn,
    delivery: {
      id: 'd-1',
      eventId: 'e-1',
      kind: 'receipt.status_updated',
      happenedAt: unixMs(0),
      signatures: { signature: 'sha256=00', standardSignature: 'v1,00' },
      receiptId: 'r-1',
      url: 'https://shop.example/hook',
      body: '{}',
      extendedRetries: false,
      attempts: 0,
      wasDelivered: false,
      ...delivery,
    },
  }
}
