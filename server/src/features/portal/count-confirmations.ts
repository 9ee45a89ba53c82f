import { counts } from '../settlement/value-payments.js'
import type { SeenPayment } from './store.js'

/**
 * Counts the confirmations of the newest payment that counts: 1 in the last indexed block, `need` at most, 0 without a
 * payment.
 */
export function countConfirmations(
  payments: readonly Pick<SeenPayment, 'chainId' | 'state' | 'mismatch' | 'blockNumber'>[],
  { head, chainId, need }: { head: bigint | null; chainId: number; need: number },
): number {
  const blocks = payments
    .filter((payment) => payment.chainId === chainId && counts(payment))
    .map(({ blockNumber }) => blockNumber)
  if (head === null || blocks.length === 0) return 0

  const newest = blocks.reduce((a, b) => (a > b ? a : b))
  const depth = head - newest + 1n
  if (depth <= 0n) return 0
  return depth >= BigInt(need) ? need : Number(depth)
}
